import type { Reader } from "@fleet/clickhouse";
import type { Database } from "@fleet/postgres";
import type { Clock } from "@fleet/runtime";
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";

import type { AccessCheck } from "../access/access-check.ts";
import type { ApiEnv } from "../http/api-env.ts";
import type { Cursors } from "../http/cursor.ts";

export type ApiApp = OpenAPIHono<ApiEnv>;

/** What is derived from the installation's key. */
export interface ApiKeys {
  readonly cursors: Cursors;
  readonly webhookSecretsKey: Buffer;
  readonly idempotentResponsesKey: Buffer;
}

/** What endpoints are made with. */
export interface ApiParts {
  readonly database: Database;
  readonly reader: Reader;
  readonly clock: Clock;
  /** Waits for Postgres, where the installation's key is kept, until it has answered once. */
  readonly openKeys: () => Promise<ApiKeys>;
  readonly access: AccessCheck;
  /** Has a request whose answer may be megabytes wait until few enough of its kind are being answered. Behind `access`. */
  readonly inTurn: {
    readonly history: MiddlewareHandler<ApiEnv>;
    readonly states: MiddlewareHandler<ApiEnv>;
  };
  /** Stands behind every other check of a POST. */
  readonly idempotent: MiddlewareHandler<ApiEnv>;
}
