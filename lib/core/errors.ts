/**
 * Every error that reaches a caller has a stable code, a status and a sentence that is safe to show. `cause` is for logs only.
 * Expected outcomes of a verb are not errors: they are members of its result type.
 */
export const ERROR_STATUS = {
  malformed_json: 400,
  malformed_request: 400,
  unauthenticated: 401,
  not_allowed: 403,
  origin_refused: 403,
  policy_denied: 403,
  own_proposal: 403,
  not_entitled: 403,
  not_independent: 403,
  agent_paused: 403,
  new_in_office: 403,
  recently_recovered: 403,
  second_factor_needed: 403,
  session_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  body_too_slow: 408,
  already_decided: 409,
  already_responded: 409,
  already_received: 409,
  already_exists: 409,
  last_admin: 409,
  not_live: 409,
  too_many_endpoints: 409,
  agent_of_workflow: 409,
  not_in_force: 409,
  not_sealed: 409,
  unproven: 409,
  idempotency_conflict: 409,
  conflicting_proposal: 409,
  not_withdrawable: 409,
  not_replayable: 409,
  not_cancellable: 409,
  not_reproposable: 409,
  not_undoable: 409,
  grace_over: 409,
  may_be_written: 409,
  nothing_to_do: 409,
  question_cancelled: 409,
  answer_counted: 409,
  successor_exists: 409,
  undo_exists: 409,
  lane_open: 409,
  no_netsuite_account: 409,
  channel_not_set_up: 409,
  passkeys_unavailable: 409,
  nothing_to_cancel: 409,
  nothing_to_confirm: 409,
  run_is_over: 409,
  run_is_running: 409,
  run_has_ended: 409,
  run_function_gone: 409,
  expired: 410,
  timeout: 410,
  changed: 412,
  drifted: 412,
  tier_raised: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  validation_failed: 422,
  unknown_action_type: 422,
  from_mismatch: 422,
  record_missing: 422,
  record_refused: 422,
  not_editable: 422,
  number_too_long: 422,
  repeated_name: 422,
  unsupported_character: 422,
  blocked: 423,
  confirmation_missing: 428,
  edit_token_missing: 428,
  edit_token_invalid: 428,
  step_up_missing: 428,
  step_up_invalid: 428,
  step_up_failed: 403,
  wrong_password: 403,
  rate_limited: 429,
  too_many_pending: 429,
  approvers_behind: 429,
  internal: 500,
  reads_busy: 503,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** One problem in the caller's input: the path (such as `changes[0].to`) and the correct form. */
export interface FieldIssue {
  path: string;
  message: string;
}

export interface AppErrorOptions {
  issues?: FieldIssue[];
  /** Further members of the problem document. They must be safe to show. */
  members?: Record<string, unknown>;
  retryAfterSeconds?: number;
  /** The problem's type where a registry has one; otherwise it is made from the code. */
  type?: string;
  /** Further headers of the answer. */
  headers?: Record<string, string>;
  cause?: unknown;
}

/** The same in every instance of this module: Next gives pages, routes and instrumentation separate ones. */
const MARK = Symbol.for("countersign.AppError");

export class AppError extends Error {
  override readonly name = "AppError";
  readonly [MARK] = true;
  readonly status: number;
  readonly issues: FieldIssue[];
  readonly members: Record<string, unknown>;
  readonly retryAfterSeconds: number | null;
  readonly type: string;
  readonly headers: Record<string, string>;

  constructor(
    readonly code: ErrorCode,
    readonly publicMessage: string,
    options: AppErrorOptions = {},
  ) {
    super(publicMessage, { cause: options.cause });
    this.status = ERROR_STATUS[code];
    this.issues = options.issues ?? [];
    this.members = options.members ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
    this.type = options.type ?? `urn:countersign:problem:${code}`;
    this.headers = { ...options.headers };
  }

  /** True also of an error that another instance of this module made, where no narrower class is asked for. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    if (this === AppError) return typeof value === "object" && value !== null && MARK in value;
    return Function.prototype[Symbol.hasInstance].call(this, value);
  }
}

/** Also the answer about another tenant's action. */
export const noSuchAction = () => new AppError("not_found", "There is no such proposed action.");

/** Ends a switch over a union. A missing case fails to compile; an unexpected value at run time throws. */
export function assertNever(value: never): never {
  throw new Error(`unhandled case: ${JSON.stringify(value)}`);
}
