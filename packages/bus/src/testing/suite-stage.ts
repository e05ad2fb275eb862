import { testDatabase, testKafka, waitFor } from "@fleet/testkit";

import { readLedger, type Entry } from "./ledger.ts";
import { openStage, type BusKind, type Stage } from "./stage.ts";

/** A stage on the stores that the run shares. */
export interface SuiteStage extends Stage {
  /** Kafka's address; empty where it is not the bus, or is missing. */
  readonly brokers: string;
  /** Why the tests on it have to be skipped; undefined where there is what they need. */
  readonly missing: string | undefined;
  /** Waits until a group has committed so many effects in a topic, and gives them. */
  ledgerHolds(topic: string, group: string, count: number): Promise<Entry[]>;
}

export async function openSuiteStage(kind: BusKind): Promise<SuiteStage> {
  const kafka = kind === "kafka" ? await testKafka() : { brokers: "" };
  const brokers = "brokers" in kafka ? kafka.brokers : "";
  const store = await testDatabase();
  const stage = await openStage(kind, store.url, [brokers]);
  return {
    ...stage,
    brokers,
    missing: "skipped" in kafka ? kafka.skipped : undefined,
    ledgerHolds: (topic, group, count) =>
      waitFor(
        async () => {
          const found = await readLedger(stage.database, topic, group);
          return found.length >= count ? found : undefined;
        },
        { timeoutMs: 30_000, message: `${count} effects` },
      ),
    async stop() {
      await stage.stop();
      await store.drop();
    },
  };
}
