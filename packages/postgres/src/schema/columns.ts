import { bigint, customType, integer, timestamp } from "../drizzle.ts";

export const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });
export const createdAt = () => instant("created_at").notNull().defaultNow();

export const id = () => integer("id").primaryKey().generatedAlwaysAsIdentity();
export const bigId = () => bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity();
