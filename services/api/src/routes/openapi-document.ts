import { basePath } from "../http/base-path.ts";
import type { ApiApp } from "./api-parts.ts";

const info = {
  title: "Fleet Tracking Service",
  version: "1.0.0",
  description:
    "Live state, history, trips, stops and summaries of an organisation's vehicles, and events pushed by webhooks. " +
    "Times are RFC 3339 in UTC; units are in the fields' names.",
  license: { name: "Apache-2.0", identifier: "Apache-2.0" },
};

export type OpenApiDocument = ReturnType<ApiApp["getOpenAPI31Document"]>;

/** GET /openapi.json, public; made of the very routes that answer. */
export function addOpenApiDocument(app: ApiApp): () => OpenApiDocument {
  app.openAPIRegistry.registerComponent("securitySchemes", "bearer", {
    type: "http",
    scheme: "bearer",
    description: "A token made by an owner or administrator of the organisation.",
  });
  let made: OpenApiDocument | undefined;
  const document = () =>
    (made ??= app.getOpenAPI31Document({ openapi: "3.1.0", info, servers: [{ url: basePath }] }));
  app.get("/openapi.json", (c) => c.json(document()));
  return document;
}
