import type { ClickHouse } from "@fleet/clickhouse";

export type AroundInsert = <R>(table: string, run: () => Promise<R>) => Promise<R>;

/** The client with its inserts, of objects and of bytes, run by `around`. */
export function watchInserts(clickhouse: ClickHouse, around: AroundInsert): ClickHouse {
  const insert: ClickHouse["insert"] = (params) => around(params.table, () => clickhouse.insert(params));
  const exec: ClickHouse["exec"] = (params) => {
    const table = /^INSERT INTO (\w+)/.exec(params.query)?.[1];
    if (table === undefined) return clickhouse.exec(params);
    let unread: Awaited<ReturnType<ClickHouse["exec"]>> | undefined;
    return around(table, async () => (unread = await clickhouse.exec(params))).catch((error: unknown) => {
      // An answer that nobody is left to read would keep its connection busy.
      unread?.stream.resume();
      throw error;
    });
  };
  return new Proxy(clickhouse, {
    get(target, name) {
      if (name === "insert") return insert;
      if (name === "exec") return exec;
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}
