import { randomUUID } from "node:crypto";
import type { ReadRequest, NetSuiteRequest } from "@/lib/destinations/requests";
import {
  classifyProbeResponse,
  classifyReadManyResponse,
  classifyReadResponse,
  classifyResponse,
  classifySearchResponse,
} from "@/lib/core/push/classify-response";
import {
  CLIENT_BUSY,
  type ReadOutcome,
  type SearchOutcome,
  type TransportOutcome,
} from "@/lib/core/push/verdict";
import type { Destination, Sending } from "@/lib/destinations/destination";
import type { Clock } from "@/lib/clock";
import { currentCorrelation, isCorrelationId } from "@/lib/correlation";
import { currentTraceparent, traced } from "@/lib/tracing/traced";
import type { SearchRequest } from "./search-request";
import { accountHostLabel } from "./auth-tba";
import { type NetSuiteCredentials, createSigner } from "./credentials";
import { type HttpTransport, createHttpTransport } from "./http-transport";
import { type RequestSlots, createRequestSlots, readsOfShare } from "./request-slots";
import { type RequestSigner, SigningFailure } from "./signer";

/** The one door to NetSuite: sends a request built by lib/destinations/requests and answers with a verdict, never a throw. */
export interface RestletClient extends Destination {
  /** The host that it sends to, with the port where that is not the usual one. */
  readonly host: string;
  /**
   * One outcome per request, in order. Calls hold at most 50 reads and run one after the other, to leave capacity to
   * others.
   */
  readMany(requests: readonly ReadRequest[], asker?: string): Promise<ReadOutcome[]>;
  /** The rows of a saved search. It waits its turn among the reads. */
  search(request: SearchRequest, asker?: string): Promise<SearchOutcome>;
  close(): void;
}

interface RestletClientLog {
  warn(fields: Record<string, unknown>, message: string): void;
}

export interface RestletClientOptions {
  account: string;
  /** The simulator's origin. Absent for a real account: its id gives the host. */
  baseUrl?: string;
  credentials: NetSuiteCredentials;
  /** Limit of one attempt, from sending to the last byte of the response; also the longest wait for a slot. */
  timeoutMs: number;
  /** Requests in flight from this process. Other integrations share the account's own limit. */
  maxConcurrency: number;
  /** The slots of the account, where several clients share it. Default: slots of its own. */
  slots?: RequestSlots;
  clock: Clock;
  log?: RestletClientLog;
  /** Default: the strategy for the kind of `credentials`. */
  signer?: RequestSigner;
  transport?: HttpTransport;
}

const RESTLET_CLIENT_LIMITS = {
  responseBytesMax: 1_000_000,
  readsPerCallMax: 50,
  /** A caller that waits longer has given up: it is told to come back instead. */
  readWaitMsMax: 10_000,
};

const RESTLET_PATH =
  "/app/site/hosting/restlet.nl?script=customscript_gfs_platform_query&deploy=customdeploy_gfs_platform_query";

/** `1234567_SB1` → `https://1234567-sb1.restlets.api.netsuite.com/app/site/hosting/restlet.nl?script=…&deploy=…`. */
export function restletUrl(account: string, baseUrl?: string): string {
  const origin = baseUrl ?? `https://${accountHostLabel(account)}.restlets.api.netsuite.com`;
  return new URL(RESTLET_PATH, origin).href;
}

/** Lets proxies and NetSuite's logs name the same write and its trace. The signature does not cover headers. */
function correlationHeaders(): Record<string, string> {
  const id = currentCorrelation()?.correlationId;
  const traceparent = currentTraceparent();
  return {
    ...(id !== undefined && isCorrelationId(id) ? { "x-correlation-id": id } : {}),
    ...(traceparent === null ? {} : { traceparent }),
  };
}

/** The greatest difference between two clocks, as in `db/functions/deliver/clock_margin.sql`. */
const clockBehindMsMax = 60_000;

/** The times between which the script may begin the write, by its own clock. */
function timesOf(notAfter: string, { leaseSeconds }: Sending): { not_before: string; not_after: string } {
  const notBefore = Date.parse(notAfter) - leaseSeconds * 1_000 - clockBehindMsMax;
  return { not_before: new Date(notBefore).toISOString(), not_after: notAfter };
}

export function createRestletClient(options: RestletClientOptions): RestletClient {
  const { account, timeoutMs, maxConcurrency, log } = options;
  const url = restletUrl(account, options.baseUrl);
  const signer = options.signer ?? createSigner(options);
  const transport = options.transport ?? createHttpTransport(maxConcurrency);
  const ownSlots = () => createRequestSlots({ total: maxConcurrency, reads: readsOfShare(maxConcurrency) });
  const slots = options.slots ?? ownSlots();

  const attempt = (request: NetSuiteRequest, sending?: Sending): Promise<TransportOutcome> =>
    traced(`netsuite ${request.op}`, { kind: "client" }, async (describe) => {
      const outcome = await attemptUntraced(request, sending);
      describe(
        outcome.kind === "response"
          ? { "http.response.status_code": outcome.status }
          : { "error.type": outcome.code },
      );
      return outcome;
    });

  const attemptUntraced = async (request: NetSuiteRequest, sending?: Sending): Promise<TransportOutcome> => {
    const signed = await signer
      .authorize({ method: "POST", url })
      .then((authorization) => ({ authorization }))
      .catch((cause: unknown) => unsignedOutcome(cause));
    if (!("authorization" in signed)) {
      log?.warn({ code: signed.code, cause: signed.message }, "The request could not be signed");
      return signed;
    }
    const { authorization } = signed;
    const notAfter = sending ? await sending.confirm() : undefined;
    if (notAfter === null) return { kind: "error", code: "NOT_CONFIRMED", phase: "before_send" };
    // Names this attempt alone, and the answer repeats it.
    const requestId = randomUUID();
    const times = notAfter ? timesOf(notAfter, sending!) : {};
    const body = JSON.stringify({ ...request, ...times, request_id: requestId });
    const headers = {
      authorization,
      "content-type": "application/json",
      accept: "application/json",
      ...correlationHeaders(),
    };
    const { responseBytesMax } = RESTLET_CLIENT_LIMITS;
    const isOwn = (text: string) => text.includes(requestId) || !text.includes('"request_id"');
    const outcome = await transport.post({ url, headers, body, timeoutMs, responseBytesMax, isOwn });
    if (outcome.kind !== "response") return outcome;
    if (outcome.status === 401) signer.refused?.(authorization);
    return { ...outcome, requestId };
  };

  const send = async (request: NetSuiteRequest, asker?: string): Promise<TransportOutcome> => {
    const release = isRead(request)
      ? await slots.take("read", Math.min(timeoutMs, RESTLET_CLIENT_LIMITS.readWaitMsMax), asker)
      : await slots.take("write", timeoutMs);
    if (!release) return { kind: "error", code: CLIENT_BUSY, phase: "before_send" };
    return sendOnce(request).finally(release);
  };

  const sendOnce = async (request: NetSuiteRequest, sending?: Sending): Promise<TransportOutcome> => {
    const first = await attempt(request, sending);
    if (first.kind !== "response" || first.status !== 401) return first;
    // NetSuite answers 401 before the script runs, so a second attempt cannot write twice. It repairs a clash of
    // nonces, a clock skew and an expired token.
    log?.warn({ op: request.op, status: 401 }, "NetSuite refused the signature; signing once more");
    return attempt(request, sending);
  };

  const readMany = async (requests: readonly ReadRequest[], asker?: string): Promise<ReadOutcome[]> => {
    const outcomes: ReadOutcome[] = [];
    while (outcomes.length < requests.length) {
      const batch = requests.slice(outcomes.length, outcomes.length + RESTLET_CLIENT_LIMITS.readsPerCallMax);
      const reads = batch.map(({ action_type, target, fields }) => ({ action_type, target, fields }));
      const result = classifyReadManyResponse(await send({ v: 1, op: "read_many", reads }, asker));
      // A fault that stops one call would stop the next, so the remaining reads get the same failure.
      if (!Array.isArray(result)) return [...outcomes, ...requests.slice(outcomes.length).map(() => result)];
      outcomes.push(...result.slice(0, batch.length));
    }
    return outcomes;
  };

  return {
    host: new URL(url).host,
    async reserve() {
      const release = await slots.take("write", timeoutMs);
      if (!release) return null;
      await signer.prepare?.();
      return { release };
    },
    write: async (request, sending) =>
      classifyResponse(await (sending ? sendOnce(request, sending) : send(request))),
    read: async (request, asker) => classifyReadResponse(await send(request, asker)),
    readMany,
    search: async (request, asker) => classifySearchResponse(await send(request, asker)),
    probe: async (request) => classifyProbeResponse(await send(request)),
    close() {
      signer.close?.();
      transport.close();
    },
  };
}

function isRead({ op }: NetSuiteRequest): boolean {
  return op === "read" || op === "read_many" || op === "search";
}

function unsignedOutcome(cause: unknown): Extract<TransportOutcome, { kind: "unsigned" }> {
  if (!(cause instanceof SigningFailure)) {
    const message = cause instanceof Error ? cause.name : null;
    return {
      kind: "unsigned",
      code: "SIGNING_FAILED",
      reason: "unavailable",
      message,
      retryAfterSeconds: null,
    };
  }
  const { code, reason, message, retryAfterSeconds } = cause;
  return { kind: "unsigned", code, reason, message, retryAfterSeconds };
}
