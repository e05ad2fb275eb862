import { eventsTopic, type Bus } from "@fleet/bus";
import type { Database } from "@fleet/postgres";
import { createLifecycle, type Clock, type Logger, type Registry, type Running } from "@fleet/runtime";
import { createSystemResolver, type Networks, type Resolver } from "@fleet/webhook-address";

import type { ClaimedDelivery } from "./claim/claim-deliveries.ts";
import { startClaimLoop, type ClaimLoop } from "./claim/claim-loop.ts";
import { createPlaces } from "./claim/places.ts";
import { createDispatcherMetrics } from "./dispatcher-metrics.ts";
import { createEventWorker } from "./ingest/event-worker.ts";
import { startMailSender } from "./mail/mail-sender.ts";
import { createMailer, type MailRoute } from "./mail/mailer.ts";
import { createOutcomeWriter } from "./outcome/outcome-writer.ts";
import { createConnectionPools } from "./send/connection-pools.ts";
import { startRequestedLoop } from "./requested/requested-loop.ts";
import { createDeliver } from "./send/deliver.ts";
import { createPostSigned } from "./send/post-signed.ts";
import { createSender } from "./send/send-request.ts";
import { createSecretsKey } from "./sign/secrets-key.ts";
import { startSweeper } from "./sweep/sweeper.ts";

export interface DispatcherOptions {
  readonly bus: Bus;
  readonly database: Database;
  readonly clock: Clock;
  /** From 0 to 1, for the jitter of the retry schedule. */
  readonly random: () => number;
  readonly logger: Logger;
  readonly metrics: Registry;
  /** Networks that deliveries may reach although private. */
  readonly allowedNetworks: Networks;
  /** SECRET_KEY; without it the installation's own key opens the webhooks' secrets. */
  readonly secretKey: Buffer | undefined;
  /** Certificate authorities, in PEM, to trust beside Node's own. */
  readonly trustedCertificates?: readonly string[] | undefined;
  readonly mail: MailRoute;
  /** The system's own unless given. */
  readonly resolver?: Resolver;
  readonly limits?: Partial<DispatcherLimits>;
}

export interface DispatcherLimits {
  readonly inFlightMax: number;
  readonly inFlightPerOrganisationMax: number;
  readonly inFlightPerWebhookMax: number;
  /** For one attempt in all. */
  readonly attemptTimeoutMs: number;
  readonly leaseMs: number;
  readonly pollIntervalMs: number;
  readonly requestedPollIntervalMs: number;
  readonly sweepIntervalMs: number;
  readonly mailIntervalMs: number;
  readonly flushIntervalMs: number;
  readonly receiversMax: number;
}

const usualLimits: DispatcherLimits = {
  inFlightMax: 512,
  inFlightPerOrganisationMax: 160,
  inFlightPerWebhookMax: 8,
  attemptTimeoutMs: 10_000,
  leaseMs: 40_000,
  pollIntervalMs: 1000,
  requestedPollIntervalMs: 500,
  sweepIntervalMs: 10_000,
  mailIntervalMs: 2000,
  flushIntervalMs: 15,
  receiversMax: 2000,
};

/** Wires the dispatcher: events in from the bus, signed requests out, outcomes stored. */
export async function composeDispatcher(options: DispatcherOptions): Promise<Running> {
  const { bus, database, clock, random, logger, allowedNetworks, secretKey, trustedCertificates } = options;
  const limits = { ...usualLimits, ...options.limits };
  const metrics = createDispatcherMetrics(options.metrics);
  metrics.inFlightMax.set(limits.inFlightMax);
  const lifecycle = createLifecycle(logger, 25_000);
  const shared = { database, clock, logger, metrics };

  const pools = await lifecycle.start("connections", () =>
    createConnectionPools({
      connectTimeoutMs: limits.attemptTimeoutMs,
      receiversMax: limits.receiversMax,
      trustedCertificates,
    }),
  );
  const resolver = options.resolver ?? createSystemResolver({ allowed: allowedNetworks });
  const send = createSender({
    pools,
    resolver,
    allowedNetworks,
    clock,
    totalTimeoutMs: limits.attemptTimeoutMs,
  });
  const secretsKey = createSecretsKey({ database, secretKey, logger });
  const postSigned = createPostSigned({ send, secretsKey, clock, logger, metrics });
  const deliver = createDeliver({ postSigned, metrics });

  let claims: ClaimLoop | undefined;
  const outcomes = await lifecycle.start("outcomes", () =>
    createOutcomeWriter({
      ...shared,
      random,
      flushIntervalMs: limits.flushIntervalMs,
      onWritten: (written) => {
        for (const { organisationId } of written) claims?.release(organisationId);
      },
    }),
  );
  const attempts = await lifecycle.start("attempts", () => trackAttempts());
  const places = createPlaces(limits);
  claims = await lifecycle.start("claims", () =>
    startClaimLoop({ ...shared, ...limits, places, onClaimed: attempts.start }),
  );
  await lifecycle.start("requested", () => startRequestedLoop({ ...shared, ...limits, postSigned }));
  await lifecycle.start("sweeper", () => startSweeper({ ...shared, ...limits }));
  const mailer = await lifecycle.start("mailer", () => createMailer(options.mail, logger));
  await lifecycle.start("mails", () => startMailSender({ ...shared, ...limits, mailer }));
  const { wake } = claims;
  await lifecycle.start("ingest", () =>
    bus.consume({
      topic: eventsTopic,
      group: "dispatcher",
      open: (claim) => Promise.resolve(createEventWorker({ ...shared, bus, onDeliveries: wake }, claim)),
    }),
  );
  return lifecycle;

  /** Attempts under way. Stopping waits for them, because whoever hangs up on a receiver must ask it again. */
  function trackAttempts(): Running & { start(delivery: ClaimedDelivery): void } {
    const underWay = new Set<Promise<void>>();
    async function attempt(delivery: ClaimedDelivery): Promise<void> {
      const { organisationId } = delivery.webhook;
      try {
        const outcome = await deliver(delivery);
        if (outcome === null) claims?.release(organisationId);
        else outcomes.add(outcome);
      } catch (error) {
        metrics.faults.inc({ step: "send" });
        logger.error(
          { err: error, deliveryId: delivery.id },
          "an attempt failed by a fault: its lease will end",
        );
        claims?.release(organisationId);
      }
    }
    return {
      start(delivery) {
        const attempted: Promise<void> = attempt(delivery).finally(() => underWay.delete(attempted));
        underWay.add(attempted);
      },
      async stop() {
        await Promise.all(underWay);
      },
    };
  }
}
