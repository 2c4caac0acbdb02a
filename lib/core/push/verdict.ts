import type { FieldValue, NetSuiteFacts, RecordRef } from "./verdict-body";
import type { FailureClass } from "./verdict-table";

/** The outcome of one exchange with NetSuite, and the verdicts that `classify-response` makes of it. */

export type { FieldValue, NetSuiteFacts, RecordRef } from "./verdict-body";

/** The code where none of our own places for requests came free in time. */
export const CLIENT_BUSY = "CLIENT_BUSY";

/** The outcome of one HTTP exchange. `before_send`: the request certainly did not reach NetSuite. */
export type TransportOutcome =
  | {
      kind: "response";
      status: number;
      headers: Record<string, string | undefined>;
      bodyText: string;
      /** Of the request that it answers. */
      requestId?: string;
    }
  | { kind: "error"; code: string; phase: "before_send" | "after_send" }
  | UnsignedOutcome;

/** The request could not be signed, so it was not sent. `refused`: a person must change our credentials first. */
export interface UnsignedOutcome {
  kind: "unsigned";
  code: string;
  reason: "unavailable" | "busy" | "refused";
  message: string | null;
  retryAfterSeconds: number | null;
}

export interface VerdictDetails {
  httpStatus: number | null;
  /** Internal text, possibly localised by NetSuite. For logs and operators only; no code branches on it. */
  message: string | null;
}

export interface VerdictBase {
  /** NetSuite's error code, our RESTlet's reason or the transport's code. Stable, so it can group failures. */
  code: string;
  /** Safe for anyone who may see the action. */
  publicMessage: string;
  details: VerdictDetails;
}

export interface AppliedVerdict extends VerdictBase {
  class: "applied";
  record: RecordRef;
  readback: FieldValue[];
  /** ISO 8601 UTC. */
  committedAt: string | null;
  /** True if an earlier delivery with the same key had already written it. */
  duplicate: boolean;
}
export interface StaleVerdict extends VerdictBase {
  class: "stale";
  /** `target_changed`: the names now lead to another record than the live read did. */
  reason: "from_mismatch" | "record_missing" | "target_changed" | "account_changed";
  live: FieldValue[];
}
export interface NotExecutedVerdict extends VerdictBase {
  class: "not_executed";
  /** True if NetSuite or our own limit refused for load, which spends no attempt. False for a failed connection. */
  throttled: boolean;
  retryAfterSeconds: number | null;
}
export interface PlainFailureVerdict extends VerdictBase {
  class: Exclude<FailureClass, "not_executed" | "stale">;
}
export type FailureVerdict = NotExecutedVerdict | StaleVerdict | PlainFailureVerdict;

export interface ReadVerdict extends VerdictBase {
  class: "read";
  record: RecordRef;
  values: FieldValue[];
  facts: NetSuiteFacts;
}
export interface SearchVerdict extends VerdictBase {
  class: "search";
  rows: Record<string, string>[];
  /** False: there are more rows. */
  complete: boolean;
}
export interface StartedVerdict extends VerdictBase {
  class: "started";
  record: RecordRef | null;
  live: FieldValue[];
  /** `from`: the approved precondition still holds. `neither`: somebody else has changed the value. */
  liveMatches: "from" | "neither";
}
export interface NotFoundVerdict extends VerdictBase {
  class: "not_found";
  live: FieldValue[];
}

export type WriteVerdict = AppliedVerdict | FailureVerdict;
export type ReadOutcome = ReadVerdict | FailureVerdict;
export type SearchOutcome = SearchVerdict | FailureVerdict;
/**
 * `not_found`: this key wrote nothing. `started`: the write began but the record does not show it; resending is safe
 * after the hold.
 */
export type ProbeOutcome = AppliedVerdict | StartedVerdict | NotFoundVerdict | FailureVerdict;
