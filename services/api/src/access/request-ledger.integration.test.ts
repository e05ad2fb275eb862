import { Principal } from "@fleet/domain";
import {
  closeOrganisation,
  createOrganisation,
  deleteOrganisation,
  done,
  findUsage,
  migratePostgres,
  openDatabase,
} from "@fleet/postgres";
import { createLogger } from "@fleet/runtime";
import { testDatabase } from "@fleet/testkit";
import { expect, it } from "vitest";

import { createRequestLedger } from "./request-ledger.ts";

it("counts the requests of all others where an organisation was deleted behind its last", async ({
  onTestFinished,
}) => {
  const store = await testDatabase();
  await migratePostgres(store.url);
  const database = openDatabase({ url: store.url, applicationName: "test" });
  const ledger = createRequestLedger({ database, logger: createLogger("test", "silent") });
  onTestFinished(async () => {
    await ledger.stop();
    await database.stop();
    await store.drop();
  });
  const at = new Date("2026-03-10T12:00:00Z");
  const principalOf = async (name: string) => {
    const { id: organisationId } = done(await createOrganisation(database.db, { name }));
    return Principal.authenticated({ organisationId, tokenId: 1 });
  };
  const [gone, left] = [await principalOf("gone"), await principalOf("left")];
  done(await closeOrganisation(database, { id: gone.organisationId, name: "gone" }));
  await deleteOrganisation(database.db, gone.organisationId);
  for (const principal of [gone, left]) ledger.note(principal, at.getTime());
  await ledger.flush();
  expect(await findUsage(database.db, left, at)).toMatchObject({ requestsToday: 1 });
  ledger.note(left, at.getTime());
  await ledger.flush();
  expect(await findUsage(database.db, left, at)).toMatchObject({ requestsToday: 2, requestsLast30Days: 2 });
});
