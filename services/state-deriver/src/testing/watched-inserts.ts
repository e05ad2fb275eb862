import type { ClickHouse } from "@fleet/clickhouse";

export type AroundInsert = <R>(table: string, run: () => Promise<R>) => Promise<R>;

/** The client with its inserts, of objects and of bytes, run by `around`. */
export function watchInserts(clickhouse: ClickHouse, around: AroundInsert): ClickHouse {
  const insert: ClickHouse["insert"] = (params) => around(params.table, () => clickhouse.insert(params));
  const exec: ClickHouse["exec"] = (params) => {
    const table = /^INSERT INTO (\w+)/.exec(params.query)?.[1];
    return table === undefined ? clickhouse.exec(params) : around(table, () => clickhouse.exec(params));
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
