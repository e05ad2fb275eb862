import type {
  CreatedWebhook,
  EventPage,
  EventType,
  NewWebhook,
  RequestedAttempt,
  RotatedWebhook,
  Vehicle,
  VehicleChange,
  Webhook,
  WebhookChange,
} from "./objects.ts";
import { createPaged } from "./paged.ts";
import { requestPath, type Answer, type JsonPath, type Query } from "./request-path.ts";
import { createTransport, type CallOptions, type ClientOptions } from "./transport.ts";

/** Filters of a list; the cursor is the iterator's affair. */
type Filters<Path extends JsonPath> = Omit<Query<Path>, "cursor">;
/** A list of a time range starts somewhere. */
type RangeFilters<Path extends JsonPath> = Filters<Path> & { readonly from: Date | string };
interface Range {
  readonly from: Date | string;
  /** Now unless given. */
  readonly to?: Date | string;
}

/** `idempotencyKey` is made unless given: give one to repeat a call later. */
interface PostOptions extends CallOptions {
  readonly idempotencyKey?: string;
}

export type FleetClient = ReturnType<typeof createClient>;

/** A client of one organisation's API, by one of its tokens. Every method throws ProblemError or ConnectionError. */
export function createClient(options: ClientOptions) {
  const send = createTransport(options);

  function read<Path extends JsonPath>(
    path: Path,
    { id, query, signal }: CallOptions & { id?: number; query?: object },
  ): Promise<Answer<Path>> {
    const request = { method: "GET", path: requestPath(path, id, query), ...given(signal) } as const;
    return send(request, (response): Promise<Answer<Path>> => response.json());
  }

  /** A cursor holds the filters and the page size of its list. */
  const list = <Path extends JsonPath>(
    path: Path,
    { query, ...call }: CallOptions & { id?: number; query: object },
    cursor: string | undefined,
  ) => read(path, { ...call, query: cursor === undefined ? query : { cursor } });

  function write<T>(
    method: "POST" | "PATCH",
    path: string,
    { body, signal, idempotencyKey }: PostOptions & { body?: unknown },
  ): Promise<T> {
    const headers = idempotencyKey === undefined ? {} : { headers: { "Idempotency-Key": idempotencyKey } };
    const request = { method, path, body, ...headers, ...given(signal) };
    return send(request, async (response) => {
      const answer: { data: T } = await response.json();
      return answer.data;
    });
  }

  return {
    /** The token, its owner and the organisation. */
    me: async (call: CallOptions = {}) => (await read("/me", call)).data,
    /** Counters of the rate limit, requests, vehicles and webhooks. */
    usage: async (call: CallOptions = {}) => (await read("/usage", call)).data,

    vehicles: {
      list: (query: Filters<"/vehicles"> = {}, call: CallOptions = {}) =>
        createPaged((cursor) => list("/vehicles", { query, ...call }, cursor)),
      get: async (id: number, call: CallOptions = {}) => (await read("/vehicles/{id}", { id, ...call })).data,
      /** Never sent again by itself unless it was refused by the rate limit. */
      change: (id: number, change: VehicleChange, call: CallOptions = {}) =>
        write<Vehicle>("PATCH", requestPath("/vehicles/{id}", id), { body: change, ...call }),
      state: async (id: number, call: CallOptions = {}) =>
        (await read("/vehicles/{id}/state", { id, ...call })).data,
      positions: (id: number, query: RangeFilters<"/vehicles/{id}/positions">, call: CallOptions = {}) =>
        createPaged((cursor) => list("/vehicles/{id}/positions", { id, query, ...call }, cursor)),
      trips: (id: number, query: RangeFilters<"/vehicles/{id}/trips">, call: CallOptions = {}) =>
        createPaged((cursor) => list("/vehicles/{id}/trips", { id, query, ...call }, cursor)),
      stops: (id: number, query: RangeFilters<"/vehicles/{id}/stops">, call: CallOptions = {}) =>
        createPaged((cursor) => list("/vehicles/{id}/stops", { id, query, ...call }, cursor)),
      /** Sums of a range, and since when there is data for it. */
      summary: async (id: number, range: Range, call: CallOptions = {}) => {
        const { data, data_from } = await read("/vehicles/{id}/summary", { id, query: range, ...call });
        return { ...data, data_from };
      },
      /** A GPX 1.1 file as a stream of its bytes. The timeout ends with the answer's head. */
      routeGpx: (id: number, range: Range, { signal }: CallOptions = {}) =>
        send(
          { method: "GET", path: requestPath("/vehicles/{id}/route.gpx", id, range), ...given(signal) },
          ({ body }) => Promise.resolve(body ?? new ReadableStream<Uint8Array<ArrayBuffer>>()),
        ),
    },

    states: {
      /** Every vehicle's live state in one page, unless `limit` cuts it. */
      list: (query: Filters<"/states"> = {}, call: CallOptions = {}) =>
        createPaged((cursor) => list("/states", { query, ...call }, cursor)),
    },

    webhooks: {
      list: (query: Filters<"/webhooks"> = {}, call: CallOptions = {}) =>
        createPaged((cursor) => list("/webhooks", { query, ...call }, cursor)),
      /** The answer alone shows the secret. */
      create: (webhook: NewWebhook, call: PostOptions = {}) =>
        write<CreatedWebhook>("POST", requestPath("/webhooks", undefined), { body: webhook, ...call }),
      get: async (id: number, call: CallOptions = {}) => (await read("/webhooks/{id}", { id, ...call })).data,
      /** Never sent again by itself unless it was refused by the rate limit. */
      change: (id: number, change: WebhookChange, call: CallOptions = {}) =>
        write<Webhook>("PATCH", requestPath("/webhooks/{id}", id), { body: change, ...call }),
      /** Has an event of that type, or of the webhook's first, sent as a test: look for it in the deliveries. */
      test: (id: number, { type, ...call }: PostOptions & { type?: EventType } = {}) =>
        write<RequestedAttempt>("POST", requestPath("/webhooks/{id}/test", id), {
          ...(type === undefined ? {} : { body: { type } }),
          ...call,
        }),
      /** Has the event of an entry of the delivery log sent once more. */
      redeliver: (id: number, deliveryId: number, call: PostOptions = {}) => {
        const path = requestPath("/webhooks/{id}/deliveries/{delivery_id}/redeliver", id);
        return write<RequestedAttempt>("POST", path.replace("{delivery_id}", String(deliveryId)), call);
      },
      /** The answer alone shows the new secret, which takes over after 24 hours. */
      rotateSecret: (id: number, call: PostOptions = {}) =>
        write<RotatedWebhook>("POST", requestPath("/webhooks/{id}/secret/rotate", id), call),
      delete: (id: number, { signal }: CallOptions = {}) =>
        send({ method: "DELETE", path: requestPath("/webhooks/{id}", id), ...given(signal) }, () =>
          Promise.resolve(),
        ),
      deliveries: (id: number, query: Filters<"/webhooks/{id}/deliveries"> = {}, call: CallOptions = {}) =>
        createPaged((cursor) => list("/webhooks/{id}/deliveries", { id, query, ...call }, cursor)),
    },

    events: {
      /** The event log of 30 days, oldest first: the very events that webhooks get. */
      list: (query: Filters<"/events"> = {}, { signal }: CallOptions = {}) =>
        createPaged((cursor) => {
          const path = requestPath("/events", undefined, cursor === undefined ? query : { cursor });
          const request = { method: "GET", path, ...given(signal) } as const;
          return send(request, (response): Promise<EventPage> => response.json());
        }),
    },

    devices: {
      /** The supported device models. */
      catalog: (query: Filters<"/devices/catalog"> = {}, call: CallOptions = {}) =>
        createPaged((cursor) => list("/devices/catalog", { query, ...call }, cursor)),
    },
  };
}

function given(signal: AbortSignal | undefined): CallOptions {
  return signal === undefined ? {} : { signal };
}
