import { expect, it } from "vitest";
import { z } from "zod";

import { clickhouseEnv } from "./clickhouse-env.ts";

const problemsOf = (url: string) =>
  z
    .object(clickhouseEnv)
    .safeParse({ CLICKHOUSE_URL: url })
    .error?.issues.map(({ message }) => message);
const told = ["must be http(s)://user:password@host:port/database"];

it("is the URL of a database: without one, tables would be made among the server's own", () => {
  expect(problemsOf("https://fleet:secret@ch.example.com:8443/fleet")).toBeUndefined();
  for (const url of ["http://clickhouse:8123", "http://clickhouse:8123/", "http://clickhouse:8123/?a=b/c"])
    expect([url, problemsOf(url)]).toEqual([url, told]);
});

it("tells what it should be once, and nothing of what it is", () => {
  for (const url of ["clickhouse", "tcp://fleet:secret@clickhouse:9000"])
    expect([url, problemsOf(url)]).toEqual([url, told]);
});
