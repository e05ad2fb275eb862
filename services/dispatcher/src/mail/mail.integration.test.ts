import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { drivenClock, startHttpsReceiver, testDatabase, waitFor, type HttpsReceiver } from "@fleet/testkit";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";

import { openDispatcherStage, tripEnded, type DispatcherStage } from "../testing/dispatcher-stage.ts";

let stage: DispatcherStage;
let receiver: HttpsReceiver;
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const database = await testDatabase();
  stage = await openDispatcherStage(database.url);
  receiver = await startHttpsReceiver();
  receiver.answerWith({ status: 500 });
  closing.push(stage.stop, receiver.stop, database.drop);
});
afterAll(async () => {
  for (const close of closing) await close();
});

interface Received {
  readonly recipients: readonly string[];
  readonly message: string;
}

/** A real mail server, which refuses as many mails as it is told before it takes one. */
async function startMailServer(refuseFirst: number) {
  const received: Received[] = [];
  let refused = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        if (refused < refuseFirst) {
          refused += 1;
          done(new Error("451 try again later"));
          return;
        }
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ recipients, message: Buffer.concat(chunks).toString("utf8") });
        done();
      });
    },
  });
  const listening = server.listen(0, "127.0.0.1");
  await waitFor(() => listening.address() !== null);
  onTestFinished(() => server.close());
  const address = listening.address();
  if (address === null || typeof address === "string") throw new Error("the mail server has no port");
  return { received, refusals: () => refused, url: `smtp://127.0.0.1:${address.port}` };
}

/** A webhook of a new organisation whose next failure is the twentieth in a row. */
async function webhookOnTheBrink(id: string) {
  const principal = await stage.addOrganisation();
  const webhook = await stage.addWebhook(principal, { url: `${receiver.url}/${id}` });
  await stage.database.db.execute(`UPDATE webhooks SET failure_count = 19 WHERE id = ${webhook.id}`);
  return { principal, webhook, fail: () => stage.emit(tripEnded(principal, { id })) };
}

it("tells the owner once that a webhook was disabled, also where the mail server takes it only later", async () => {
  const server = await startMailServer(1);
  const clock = drivenClock(Date.now());
  const options = {
    clock,
    trustedCertificates: [receiver.ca],
    mail: { kind: "smtp", url: server.url, from: "Fleet <fleet@example.com>" },
  } as const;
  // Two of them, so that both look for what there is to send.
  const dispatchers = [await stage.startDispatcher(options), await stage.startDispatcher(options)];
  const { principal, webhook, fail } = await webhookOnTheBrink("late");
  await fail();
  await waitFor(() => server.refusals() === 1);
  expect(await stage.webhook(principal, webhook.id)).toMatchObject({ status: "disabled", failureCount: 20 });
  const failed = () => stage.database.db.execute("SELECT FROM mails WHERE attempts = 1 AND sent_at IS NULL");
  await waitFor(async () => (await failed()).rows.length === 1);
  clock.advance(60_000);
  await waitFor(() => server.received.length === 1);
  clock.advance(24 * 3_600_000);
  const sent = () => stage.database.db.execute("SELECT FROM mails WHERE sent_at IS NOT NULL");
  await waitFor(async () => (await sent()).rows.length === 1);
  for (const dispatcher of dispatchers) await dispatcher.stop();
  expect(server.received).toHaveLength(1);
  const [mail] = server.received;
  expect(mail?.recipients).toEqual(["a@example.com"]);
  expect(mail?.message).toMatch(/^Subject: Webhook \d+ was disabled$/m);
  expect(mail?.message).toContain("text/plain");
  expect(mail?.message).toContain("text/html");
});

it("writes the mail into a folder where there is no mail server", async () => {
  const directory = await mkdtemp(join(tmpdir(), "fleet-mail-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const dispatcher = await stage.startDispatcher({
    trustedCertificates: [receiver.ca],
    mail: { kind: "folder", directory, from: "Fleet <fleet@example.com>" },
  });
  const { fail } = await webhookOnTheBrink("folder");
  await fail();
  const [file] = await waitFor(async () => {
    const files = (await readdir(directory)).filter((name) => name.endsWith(".eml"));
    return files.length > 0 ? files : undefined;
  });
  await dispatcher.stop();
  expect(await readFile(join(directory, file ?? ""), "utf8")).toMatch(/^To: a@example.com$/m);
});
