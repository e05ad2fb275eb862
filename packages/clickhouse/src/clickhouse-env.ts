import { z } from "zod";

/** What every service that uses ClickHouse reads. */
export const clickhouseEnv = {
  CLICKHOUSE_URL: z
    .url({ protocol: /^https?$/, error: "must be http(s)://user:password@host:port/database" })
    .describe("ClickHouse's HTTP interface: `http(s)://user:password@host:port/database`"),
};
