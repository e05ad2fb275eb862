import { openDatabase } from "@fleet/postgres";
import { createMetrics } from "@fleet/runtime";
import { z } from "zod";

import { createBus } from "../create-bus.ts";
import { intoLedger, numberedTopic } from "./ledger.ts";
import { busKinds, conformanceBus, type MemberOrder } from "./stage.ts";

const orderSchema: z.ZodType<MemberOrder> = z.object({
  kind: z.enum(busKinds),
  databaseUrl: z.string(),
  brokers: z.array(z.string()),
  topic: z.string(),
  partitions: z.number(),
  group: z.string(),
  owner: z.string(),
});

const order = orderSchema.parse(JSON.parse(process.argv[2] ?? ""));
const database = openDatabase({ url: order.databaseUrl, applicationName: "conformance-member" });
const bus = createBus(conformanceBus({ ...order, metrics: createMetrics() }));
const topic = numberedTopic(order.topic, order.partitions);
bus.consume(intoLedger({ database, topic, group: order.group, owner: order.owner }));
process.on("disconnect", () => process.exit());
