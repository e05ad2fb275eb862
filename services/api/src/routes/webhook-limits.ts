/** How many webhooks an organisation may have. */
export const webhooksMax = 20;
