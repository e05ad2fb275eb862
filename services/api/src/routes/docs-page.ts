import { html } from "hono/html";

import { basePath } from "../http/base-path.ts";
import { problemKinds } from "../http/problem.ts";
import type { ApiApp } from "./api-parts.ts";
import type { OpenApiDocument } from "./openapi-document.ts";

const methods = ["get", "post", "patch", "delete"] as const;

/** GET /docs, public: the operations and, under the anchors that problems point to, the kinds of error. */
export function addDocsPage(app: ApiApp, document: () => OpenApiDocument): void {
  app.get("/docs", (c) => {
    const { info, paths = {} } = document();
    const operations = Object.entries(paths).flatMap(([path, item]) =>
      methods.flatMap((method) => {
        const operation = item[method];
        return operation === undefined ? [] : [{ method: method.toUpperCase(), path, ...operation }];
      }),
    );
    return c.html(
      html`<!doctype html>
        <html lang="en">
          <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width" />
            <title>${info.title}</title>
            <style>
              body {
                font:
                  16px/1.5 system-ui,
                  sans-serif;
                max-width: 60rem;
                margin: 2rem auto;
                padding: 0 1rem;
              }
              td {
                padding: 0.2rem 1rem 0.2rem 0;
                vertical-align: top;
              }
              :target {
                background: #fe9;
              }
            </style>
          </head>
          <body>
            <h1>${info.title}</h1>
            <p>${info.description}</p>
            <p>The machine-readable description: <a href="${basePath}/openapi.json">openapi.json</a></p>
            <h2>Operations</h2>
            <table>
              ${operations.map(
                ({ method, path, operationId, summary }) =>
                  html`<tr id="${operationId}">
                    <td><code>${method} ${path}</code></td>
                    <td>${summary}</td>
                  </tr>`,
              )}
            </table>
            <h2>Errors</h2>
            <dl>
              ${Object.entries(problemKinds).map(
                ([slug, { status, title }]) =>
                  html`<dt id="error-${slug}"><code>${slug}</code></dt>
                    <dd>${status} ${title}</dd>`,
              )}
            </dl>
          </body>
        </html>`,
    );
  });
}
