import {
  apiErrorOf,
  ConfigError,
  ConnectionError,
  type ConnectionFault,
  type Problem,
  UnexpectedAnswerError,
} from "../errors.js";
import { type Described, OPERATIONS } from "../generated/contract.js";
import { deadlineOf, pause, reasonOf } from "./pause.js";
import { isPassing, pauseBefore, readRetryAfter } from "./retry.js";

/** Requests to the API: one attempt, its repetitions, and its faults in words. */

export type OperationName = keyof typeof OPERATIONS;
type TypesOf<Name extends OperationName> =
  (typeof OPERATIONS)[Name] extends Described<infer Types> ? Types : never;
export type AnswerOf<Name extends OperationName> = TypesOf<Name> extends { answer: infer A } ? A : never;
type BodyOf<Name extends OperationName> = TypesOf<Name> extends { body: infer B } ? B : undefined;

export type Query = Readonly<Record<string, string | number | readonly string[] | undefined>>;

export interface Sending<Name extends OperationName> {
  id?: number;
  query?: Query;
  body?: BodyOf<Name>;
  headers?: Readonly<Record<string, string>>;
  /** Goes with every attempt, so that they are one request to the server. */
  idempotencyKey?: string;
  signal?: AbortSignal | undefined;
  /** The server may take so much longer to answer. */
  waitSeconds?: number;
  /** An attempt takes no longer than this. */
  timeoutMs?: number;
  /** Absent: as the client is set up. */
  retriesMax?: number;
}

export interface TransportAnswer<Answer> {
  status: number;
  answer: Answer;
}

export interface TransportOptions {
  url: string;
  credential: string;
  /** For messages: `COUNTERSIGN_AGENT_KEY`. */
  credentialName: string;
  fetch: typeof globalThis.fetch;
  retriesMax: number;
  attemptTimeoutMs: number;
  random: () => number;
}

export class Transport {
  readonly #options: TransportOptions;

  constructor(options: TransportOptions) {
    this.#options = { ...options, url: readUrl(options.url) };
    if (!/^[\x21-\x7e]{1,500}$/.test(options.credential))
      throw new ConfigError(
        `${options.credentialName} cannot be sent: it is empty, or has spaces, line ends or letters outside ASCII.`,
      );
  }

  /**
   * Sends until an answer comes that is no passing fault, `retriesMax` times more at most.
   * @throws ApiError, ConnectionError, UnexpectedAnswerError, or the reason of the caller's signal.
   */
  async send<Name extends OperationName>(
    name: Name,
    sending: Sending<Name> = {},
  ): Promise<TransportAnswer<AnswerOf<Name>>> {
    for (let retry = 1; ; retry += 1) {
      try {
        return await this.#attempt(name, sending);
      } catch (error) {
        if (sending.signal?.aborted) throw reasonOf(sending.signal);
        const pauseMs = isPassing(error) ? pauseBefore(retry, error, this.#options.random) : null;
        if (pauseMs === null || retry > (sending.retriesMax ?? this.#options.retriesMax)) throw error;
        await pause(pauseMs, sending.signal);
      }
    }
  }

  async #attempt<Name extends OperationName>(
    name: Name,
    sending: Sending<Name>,
  ): Promise<TransportAnswer<AnswerOf<Name>>> {
    const { fetch, attemptTimeoutMs } = this.#options;
    const usualMs = attemptTimeoutMs + (sending.waitSeconds ?? 0) * 1_000;
    const timeoutMs = Math.min(usualMs, sending.timeoutMs ?? usualMs);
    const deadline = deadlineOf(timeoutMs, sending.signal);
    const key = sending.idempotencyKey ?? null;
    let response: Response;
    let text: string;
    try {
      response = await fetch(this.#addressOf(name, sending), {
        ...this.#requestOf(name, sending),
        signal: deadline.signal,
      });
      text = await response.text();
    } catch (error) {
      throw this.#connectionError(error, deadline.isOver() ? timeoutMs : null, key);
    } finally {
      deadline.clear();
    }
    const body = this.#bodyOf(response, text);
    if (response.ok) return { status: response.status, answer: body as AnswerOf<Name> };
    throw apiErrorOf(body as Problem, readRetryAfter(response.headers.get("retry-after"), Date.now()), key);
  }

  #addressOf<Name extends OperationName>(name: Name, { id, query = {} }: Sending<Name>): string {
    const path = OPERATIONS[name].path.replace("{id}", encodeURIComponent(String(id)));
    const parameters = new URLSearchParams();
    for (const [field, value] of Object.entries(query))
      if (value !== undefined) parameters.set(field, String(value));
    const text = parameters.toString();
    return `${this.#options.url}${path}${text === "" ? "" : `?${text}`}`;
  }

  #requestOf<Name extends OperationName>(name: Name, sending: Sending<Name>): RequestInit {
    const { body, headers, idempotencyKey } = sending;
    return {
      method: OPERATIONS[name].method,
      // A redirect would turn a proposal into a GET, or take the key elsewhere.
      redirect: "manual",
      headers: {
        accept: "application/json",
        authorization: `Bearer ${this.#options.credential}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
  }

  /** @throws UnexpectedAnswerError where the answer is neither the API's JSON nor its problem document. */
  #bodyOf(response: Response, text: string): unknown {
    const { status, type } = response;
    if (type === "opaqueredirect" || (status >= 300 && status < 400))
      throw new UnexpectedAnswerError(
        redirectWords(this.#options.url, response.headers.get("location")),
        status,
      );
    const contentType = response.headers.get("content-type") ?? "no content type";
    try {
      const body: unknown = JSON.parse(text);
      if (/\bjson\b/.test(contentType) && isExpected(body, response.ok)) return body;
    } catch {
      // Not JSON, whatever the header says: the same as another content type.
    }
    throw new UnexpectedAnswerError(
      `${this.#options.url} answered ${status} with ${contentType.split(";")[0]}, which is not Countersign's API: check the address.`,
      status,
    );
  }

  #connectionError(error: unknown, timedOutAfterMs: number | null, key: string | null): ConnectionError {
    const fault = timedOutAfterMs === null ? faultOf(error) : "timeout";
    const { url } = this.#options;
    const words: Record<ConnectionFault, string> = {
      refused: `Nothing answers at ${url}: is Countersign running there?`,
      unknown_host: `There is no host ${new URL(url).hostname}: check the address.`,
      certificate: `The certificate of ${url} is not trusted here.`,
      timeout: `${url} did not answer${timedOutAfterMs === null ? " in time" : ` within ${timedOutAfterMs / 1_000} s`}.`,
      lost: `The connection to ${url} broke before an answer came.`,
    };
    return new ConnectionError(words[fault], fault, key, { cause: error });
  }
}

const faultsByCode: Record<string, ConnectionFault> = {
  ECONNREFUSED: "refused",
  ENOTFOUND: "unknown_host",
  EAI_AGAIN: "unknown_host",
  UND_ERR_CONNECT_TIMEOUT: "timeout",
  UND_ERR_HEADERS_TIMEOUT: "timeout",
};

/** Node tells by the cause's code; of several addresses that were tried, each has one. A browser never tells. */
function faultOf(error: unknown): ConnectionFault {
  const cause = (error as { cause?: { code?: string; errors?: { code?: string }[] } } | null)?.cause;
  const code = cause?.code ?? cause?.errors?.[0]?.code ?? "";
  if (/CERT|SIGNED|SSL|TLS/.test(code)) return "certificate";
  return faultsByCode[code] ?? "lost";
}

function isExpected(body: unknown, ok: boolean): boolean {
  if (typeof body !== "object" || body === null) return false;
  const { code, detail } = body as Partial<Problem>;
  return ok || (typeof code === "string" && typeof detail === "string");
}

/** Without the slash at its end. @throws ConfigError; it shows no credentials of the address. */
function readUrl(text: string): string {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new ConfigError(
      "The address of Countersign is no URL: it reads like https://countersign.example.com.",
    );
  }
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw new ConfigError(`The address of Countersign begins with https:// or http://, not ${url.protocol}`);
  if (url.username !== "" || url.password !== "")
    throw new ConfigError("The address of Countersign must hold no name and no password.");
  if (url.search !== "" || url.hash !== "")
    throw new ConfigError("The address of Countersign must hold neither ? nor #.");
  return url.href.replace(/\/+$/, "");
}

/** To another host, that is the address to use; on the same one, or unseen by a browser, this is another page. */
function redirectWords(base: string, location: string | null): string {
  const to = location === null ? null : urlOf(location, base);
  return to && to.origin !== new URL(base).origin
    ? `${base} redirects to ${to.origin}: use that address.`
    : `${base} redirects${to ? ` to ${to.pathname}` : ""}, as Countersign's API never does: check the address.`;
}

function urlOf(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
