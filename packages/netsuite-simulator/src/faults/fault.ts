import { z } from "zod";

/** A fault as it is asked for over the control address. */
export const FAULT_KINDS = [
  "drop_before_execution",
  "drop_after_commit",
  "slow_commit",
  "slow_answer",
  "slow_save",
  "truncated_json",
  "duplicate_delivery",
  "redirect",
  "request_limit",
  "too_many_requests",
  "server_error",
  "service_unavailable",
  "html_login_page",
  "unexpected_error",
  "localised_message",
  "login_refused",
  "external_edit",
  "deleted_record",
  "closed_period",
  "permission_removed",
  "duplicate_error_name",
  "user_event_changes_value",
  "user_event_throws",
  "governance_exhausted",
  "time_limit",
  "crash_before_save",
  "crash_between_saves",
] as const;

/** Of the token endpoint alone, by the operation `token`; a revoked certificate is no fault but a control address. */
const TOKEN_FAULT_KINDS = ["token_lie", "token_revoked"] as const;

export const faultSchema = z.object({
  kind: z.enum([...FAULT_KINDS, ...TOKEN_FAULT_KINDS]),
  /** An action key (for `token` a certificate's id), or "*" for all. */
  key: z.string().default("*"),
  op: z
    .enum(["write", "read", "read_many", "probe", "search", "check", "recent_writes", "token", "*"])
    .default("write"),
  /** Only the n-th request of that key and operation, counted from 1 since the simulator started. */
  attempt: z.number().int().min(1).optional(),
  /** How many requests it strikes before it is spent. */
  times: z.number().int().min(1).max(1_000_000).default(1),
  delay_ms: z.number().int().min(0).max(600_000).default(2_000),
  /** For too_many_requests: the time that its answer asks to wait. */
  retry_after_s: z.number().int().min(0).max(3_600).default(1),
  /** With a probability below 1 the seed decides which requests are struck. */
  seed: z.number().int().default(1),
  probability: z.number().min(0).max(1).default(1),
  /** Where inside the request it strikes, for faults that offer a choice. */
  when: z.enum(["before_write", "between_load_and_save", "before_ledger_insert", "after_answer"]).optional(),
  /** The script ran and committed although the answer is an error. */
  committed: z.boolean().default(false),
  /**
   * The value an outsider or a user event leaves in the target field; default: another than approved. For user_event_throws
   * the error's name; default: USER_ERROR.
   */
  value: z.string().optional(),
  /** For duplicate_delivery: how far the second delivery comes. */
  twin: z.enum(["whole", "crashes_before_save", "crashes_between_saves"]).default("whole"),
  /** For token_lie: how the token endpoint's 200 is none. */
  lie: z
    .enum(["no_token", "wrong_type", "wrong_expiry", "breaks_header", "garbage", "endless"])
    .default("no_token"),
  /** For duplicate_error_name. */
  name: z.enum(["DUP_EXTID", "DUP_RCRD", "UNIQUE_RCRD_ID_REQD"]).default("DUP_EXTID"),
});

export type Fault = z.infer<typeof faultSchema>;
export type FaultKind = Fault["kind"];
