import { idPath } from "../http/id-parameter.ts";

export const webhookPath = idPath("The webhook's id.", 3);
