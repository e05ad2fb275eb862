import { ClickHouseLogLevel, createClient } from "@clickhouse/client";

export interface ClickHouseOptions {
  /** `http(s)://[user:password@]host:port/database`. */
  readonly url: string;
  readonly application: string;
  readonly requestTimeoutMs?: number;
  readonly connectionsMax?: number;
  /** For those who never write. */
  readonly readOnly?: boolean;
}

export type ClickHouse = ReturnType<typeof openClickHouse>;

/** A client of ClickHouse's HTTP interface. Connects on first use, so it can be made while the server is away. */
export function openClickHouse(options: ClickHouseOptions) {
  return createClient({
    url: options.url,
    application: options.application,
    request_timeout: options.requestTimeoutMs ?? 30_000,
    max_open_connections: options.connectionsMax ?? 10,
    // Every failure reaches the caller, who logs it in the service's own form.
    log: { level: ClickHouseLogLevel.OFF },
    clickhouse_settings: {
      date_time_input_format: "best_effort",
      output_format_json_quote_64bit_integers: 0,
      // A reader's query that is given up, for its deadline or because the connection broke, ends at the server too.
      ...(options.readOnly === true
        ? { readonly: "2", cancel_http_readonly_queries_on_client_close: 1 as const }
        : {}),
      // An insert is acknowledged only once its part is in the table.
      async_insert: 0,
    },
  });
}

/** Null while ClickHouse answers, else why it does not. */
export async function checkClickHouse(client: ClickHouse): Promise<string | null> {
  const result = await client.ping();
  return result.success ? null : `clickhouse: ${result.error.message}`;
}
