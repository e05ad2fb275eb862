/** Where version 1 of the API lives. */
export const basePath = "/api/v1";
