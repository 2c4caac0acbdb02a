import type { Clock } from "@/lib/clock";
import { type CallerRequest, type RequestRule, checkRequest } from "./check-request";
import { type UrlRule, type UrlRules, checkUrl } from "./check-url";
import { type AddressRule, type Dial, type Stage, connect, dialByNet } from "./connect";
import { type Answer, type Unknown, ABORTED, TIMEOUT, exchange } from "./exchange";
import { type Resolve, resolveByServers } from "./resolve";

/** One attempt of a request to an address that somebody else gave. */

export interface SendRequest extends CallerRequest {
  url: string;
  /** For the whole attempt: name, connection, request, and the last byte of the answer. At most five minutes. */
  timeoutMs: number;
  /** At most a million. */
  answerBytesMax: number;
  /** Ends the attempt early; its result says whether the request may have arrived. */
  signal?: AbortSignal;
  /** Names the attempt in logs, such as the delivery's id. */
  attemptId?: string;
}

export type RefusalRule = UrlRule | RequestRule | AddressRule;

export type SendResult =
  /** An answer came, of whatever status: 3xx and 5xx too. */
  | (Answer & Timing)
  /** A rule forbids the request. Nothing of it left, and the same request never passes. */
  | { kind: "refused"; rule: RefusalRule }
  /** No connection came about, so nothing was executed. `code`: for logs. */
  | ({ kind: "not_sent"; stage: Stage; code: string } & Timing)
  /** The request may have arrived and been executed. */
  | (Unknown & Timing);

interface Timing {
  ms: number;
}

interface SenderLog {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
}

export interface SenderOptions extends UrlRules {
  clock: Clock;
  log?: SenderLog;
  /** Rings after the time unless it is cancelled by the function that it returns. Default: setTimeout. */
  setAlarm?: (afterMs: number, ring: () => void) => () => void;
  /** Default: the machine's name servers. */
  resolve?: Resolve;
  /** Default: node:net. */
  dial?: Dial;
  /** Certificates in PEM to trust in place of the machine's; tests alone set it. */
  ca?: string;
}

export interface Sender {
  /** Opens a connection of its own, sends once, and never throws for what the network does. */
  send(request: SendRequest): Promise<SendResult>;
  /** The rule that forbids an address by its text alone. Null: it may be called, unless its name leads inside. */
  ruleAgainst(url: string): UrlRule | null;
}

const LIMITS = { timeoutMsMax: 300_000, answerBytesMax: 1_000_000 };

const setAlarmByTimer = (afterMs: number, ring: () => void) => {
  const timer = setTimeout(ring, afterMs);
  return () => clearTimeout(timer);
};

export function createSender(options: SenderOptions): Sender {
  return {
    async send(request) {
      const result = await attempt(request, options);
      if (options.log) logResult(options.log, request, result);
      return result;
    },
    ruleAgainst(url) {
      const checked = checkUrl(url, options);
      return checked.ok ? null : checked.rule;
    },
  };
}

async function attempt(request: SendRequest, options: SenderOptions): Promise<SendResult> {
  const checkedUrl = checkUrl(request.url, options);
  if (!checkedUrl.ok) return { kind: "refused", rule: checkedUrl.rule };
  const checked = checkRequest(request);
  if (!checked.ok) return { kind: "refused", rule: checked.rule };
  const { endpoint } = checkedUrl;
  const startedAt = options.clock.now().getTime();
  const timing = (): Timing => ({ ms: options.clock.now().getTime() - startedAt });
  const end = startEnd(request, options);
  try {
    const connection = await connect(endpoint, connectOptions(options, end.signal));
    if (!connection.ok)
      return "rule" in connection
        ? { kind: "refused", rule: connection.rule }
        : { kind: "not_sent", stage: connection.stage, code: connection.code, ...timing() };
    const { method } = request;
    const { headers, body } = checked;
    const answerBytesMax = bounded(request.answerBytesMax, LIMITS.answerBytesMax);
    const sent = { endpoint, method, headers, body, answerBytesMax, ends: end.signal };
    return { ...(await exchange(connection.socket, sent)), ...timing() };
  } finally {
    end.cancel();
  }
}

/** A number that is none, such as NaN, allows nothing instead of everything. */
function bounded(value: number, max: number): number {
  return value >= 0 ? Math.min(value, max) : 0;
}

function connectOptions(
  { resolve = resolveByServers(), dial = dialByNet, ca }: SenderOptions,
  ends: AbortSignal,
) {
  return { resolve, dial, ca, ends };
}

/** One signal for both ends from our side: the time is up, or the caller gave up. */
function startEnd(
  { timeoutMs, signal }: SendRequest,
  { setAlarm = setAlarmByTimer }: SenderOptions,
): { signal: AbortSignal; cancel: () => void } {
  const controller = new AbortController();
  const abort = () => controller.abort(ABORTED);
  const cancelAlarm = setAlarm(bounded(timeoutMs, LIMITS.timeoutMsMax), () => controller.abort(TIMEOUT));
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort, { once: true });
  return {
    signal: controller.signal,
    cancel() {
      cancelAlarm();
      signal?.removeEventListener("abort", abort);
    },
  };
}

/** Host, status, time and ids. Never a path, a query, a header or a body: each of them can hold a secret. */
function logResult(log: SenderLog, { url, attemptId }: SendRequest, result: SendResult): void {
  const { kind } = result;
  const about = { kind, host: hostOf(url), attempt_id: attemptId };
  if (kind === "refused") log.warn({ ...about, rule: result.rule }, "An outgoing request was refused");
  else if (kind === "answered")
    log.info({ ...about, status: result.status, ms: result.ms }, "An outgoing request was answered");
  else {
    const at =
      kind === "not_sent" ? { stage: result.stage } : { reason: result.reason, status: result.status };
    log.warn({ ...about, ...at, code: result.code, ms: result.ms }, "An outgoing request failed");
  }
}

function hostOf(url: string): string | null {
  try {
    return new URL(url).host.slice(0, 253);
  } catch {
    return null;
  }
}
