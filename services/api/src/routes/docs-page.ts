import { nodeOf } from "../document/json-schema.ts";
import { renderPage } from "../document/render-page.ts";
import { basePath } from "../http/base-path.ts";
import type { ApiApp } from "./api-parts.ts";
import type { OpenApiDocument } from "./openapi-document.ts";

/** GET /docs, public: the document as a page, with the anchors that problems point to. */
export function addDocsPage(app: ApiApp, document: () => OpenApiDocument): void {
  let made: ReturnType<typeof renderPage> | undefined;
  app.get("/docs", (c) => {
    c.header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'");
    // As JSON, for that is what a reader of the document has.
    return c.html(
      (made ??= renderPage(nodeOf(JSON.parse(JSON.stringify(document()))), `${basePath}/openapi.json`)),
    );
  });
}
