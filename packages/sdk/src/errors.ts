import type { ErrorCode } from "./generated/contract.js";

/** Everything that the SDK throws, but for the reason of a caller's own AbortSignal. No message holds a key. */
export class CountersignError extends Error {
  override readonly name: string = "CountersignError";
}

/** The client cannot be used as it is set up: no address, no key, or one that cannot be sent. */
export class ConfigError extends CountersignError {
  override readonly name = "ConfigError";
}

/** `refused`: nothing listens there. `lost`: the connection broke before an answer had come whole. */
export type ConnectionFault = "refused" | "unknown_host" | "certificate" | "timeout" | "lost";

/** No answer came. Of a proposal it is unknown whether it arrived: repeat it under the same key. */
export class ConnectionError extends CountersignError {
  override readonly name = "ConnectionError";

  constructor(
    message: string,
    readonly fault: ConnectionFault,
    /** Of a request that carries one: repeat it under this key. */
    readonly idempotencyKey: string | null,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}

/** An answer that is not Countersign's: another server answers at this address, or a proxy before it. */
export class UnexpectedAnswerError extends CountersignError {
  override readonly name = "UnexpectedAnswerError";

  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

/** One problem in the input: its path or word, and the correct form. */
export interface FieldError {
  path: string;
  message: string;
}

/** RFC 9457, with a stable code. Further members depend on the code. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  code: ErrorCode | (string & {});
  detail: string;
  errors?: FieldError[];
  correlation_id?: string;
  [member: string]: unknown;
}

/** Countersign refused the request, and says why. */
export class ApiError extends CountersignError {
  override readonly name: string = "ApiError";
  readonly status: number;
  readonly code: Problem["code"];
  /** The fields that are wrong. Of `propose.…` they are named by its words. */
  readonly errors: readonly FieldError[];
  /** Quote it when you ask about this request. */
  readonly correlationId: string | null;

  constructor(
    readonly problem: Problem,
    /** When a repetition may help; null: the answer does not say. */
    readonly retryAfterMs: number | null,
    /** The key that the request went under; null: it has none. */
    readonly idempotencyKey: string | null,
  ) {
    super(messageOf(problem));
    this.status = problem.status;
    this.code = problem.code;
    this.errors = problem.errors ?? [];
    this.correlationId = problem.correlation_id ?? null;
  }
}

/** Another value of your own for the same record and field waits: withdraw that proposal first, or wait for its decision. */
export class ConflictingProposalError extends ApiError {
  override readonly name = "ConflictingProposalError";

  /** The proposal that waits; `proposalUrl` is its page, for people. */
  get proposalId(): number {
    return Number(this.problem.id);
  }
  get proposalUrl(): string {
    return String(this.problem.url);
  }
}

/** The error of a problem: of some codes one with members of its own. */
export function apiErrorOf(...of: ConstructorParameters<typeof ApiError>): ApiError {
  return of[0].code === "conflicting_proposal" ? new ConflictingProposalError(...of) : new ApiError(...of);
}

function messageOf({ detail, errors = [] }: Problem): string {
  const fields = errors.map(({ path, message }) => `${path} ${message}`);
  const news = fields.filter((field) => !detail.includes(field));
  return news.length > 0 ? `${detail} (${news.join("; ")})` : detail;
}

/** Why a webhook is not accepted. `key_malformed`: one of your keys is not one, so nothing can be verified. */
export type WebhookFault =
  | "key_malformed"
  | "header_missing"
  | "id_malformed"
  | "timestamp_malformed"
  | "timestamp_too_old"
  | "timestamp_too_new"
  | "signature_malformed"
  | "signature_wrong"
  | "body_malformed";

export class WebhookError extends CountersignError {
  override readonly name = "WebhookError";

  constructor(
    message: string,
    readonly fault: WebhookFault,
  ) {
    super(message);
  }
}
