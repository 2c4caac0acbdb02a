/** Classifies NetSuite's answers. An error code takes precedence; the HTTP status counts only without one. */

export const FAILURE_CLASSES = [
  "not_executed",
  "unknown",
  "conflict",
  "stale",
  "terminal",
  "lane_halt",
] as const;
export type FailureClass = (typeof FAILURE_CLASSES)[number];
/** As a push keeps it: `transient` is a dead push that reconciliation may put back. */
export const PUSH_FAILURE_CLASSES = [...FAILURE_CLASSES, "transient"] as const;

/**
 * The push's reaction to each class of a write's answer:
 * not_executed: back off with jitter. unknown: hold, probe, then settle or resend. conflict: probe, compare, and resend
 * if the approved values still hold. stale (our RESTlet's own word): a person looks again. terminal: dead letter. lane_halt: halt the lane.
 */
const classByCode: Readonly<Record<string, FailureClass>> = {
  SSS_REQUEST_LIMIT_EXCEEDED: "not_executed",

  UNEXPECTED_ERROR: "unknown",
  SSS_TIME_LIMIT_EXCEEDED: "unknown",
  SSS_USAGE_LIMIT_EXCEEDED: "unknown",

  RCRD_HAS_BEEN_CHANGED: "conflict",
  CUSTOM_RECORD_COLLISION: "conflict",

  RCRD_DSNT_EXIST: "stale",
  INVALID_KEY_OR_REF: "stale",
  WS_INVALID_REFERENCE_KEY_1: "stale",

  SSS_MISSING_REQD_ARGUMENT: "terminal",
  INVALID_FLD_VALUE: "terminal",
  USER_ERROR: "terminal",
  CLOSED_TRAN_PRD: "terminal",

  INVALID_LOGIN_ATTEMPT: "lane_halt",
  INSUFFICIENT_PERMISSION: "lane_halt",
};

const classByStatus: Readonly<Record<number, FailureClass>> = {
  302: "lane_halt",
  401: "lane_halt",
  403: "lane_halt",
  404: "lane_halt",
  405: "terminal",
  415: "terminal",
  429: "not_executed",
};

/** No connection was made for the request, so that not a byte of it left. The cause is among the details. */
export const NOT_CONNECTED = "NOT_CONNECTED";
/** Causes of the same that have a code of their own. */
const namedCauses: ReadonlySet<string> = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"]);
/** It was this app that did not send the request. */
const ownRefusals: ReadonlySet<string> = new Set(["CLIENT_BUSY", "NOT_CONFIRMED", "NO_NETSUITE_ACCOUNT"]);
/** The answer names another request than the one that it came to. */
export const FOREIGN_ANSWER = "FOREIGN_ANSWER";

/**
 * Codes by which this app and `may_begin_until` judge whether a write can have been made. They are ours to give: an error that somebody
 * answers with does not bring one along.
 */
const ownCodes: ReadonlySet<string> = new Set([
  ...namedCauses,
  ...ownRefusals,
  NOT_CONNECTED,
  FOREIGN_ANSWER,
  "LEASE_LOST",
  "PROBED_NOT_WRITTEN",
  "PROBED_CHANGED",
  "PROBE_REFUSED",
  "TOO_EARLY",
  "TOO_LATE",
]);
export const isOwnCode = (code: string): boolean => ownCodes.has(code);
export const isOwnRefusal = (code: string): boolean => ownRefusals.has(code);

/** The code of a request that certainly did not leave. */
export const unsentCode = (code: string): string =>
  namedCauses.has(code) || ownRefusals.has(code) ? code : NOT_CONNECTED;

export const publicMessages: Readonly<Record<FailureClass, string>> = {
  not_executed: "NetSuite did not take the request. Nothing was written; it will be sent again.",
  unknown:
    "NetSuite's answer is missing or unclear. We check whether it was written before anything is sent again.",
  conflict: "The record was being changed at the same moment. We check it before anything is sent again.",
  stale: "The record changed or is gone since this was proposed. A person must look again.",
  terminal: "NetSuite refused this write. A person must decide what happens next.",
  lane_halt: "NetSuite does not let us in. Sending to this account has stopped until it is repaired.",
};

/** Codes whose remedy is more specific than their class. */
const publicMessageByCode: Readonly<Record<string, string>> = {
  CERTIFICATE_REFUSED:
    "NetSuite refuses our certificate: it was revoked, replaced or has run out, it is not mapped to this integration, or our " +
    "clock is off. Sending to this account has stopped. Upload a current certificate in NetSuite (Setup › Integration › OAuth 2.0 " +
    "Client Credentials) and give Countersign its id and private key; then sending goes on by itself.",
  PRIVATE_KEY_UNUSABLE:
    "Countersign cannot read the private key it signs with. Sending to this account has stopped until a PEM key without a " +
    "passphrase is configured (NETSUITE_PRIVATE_KEY).",
};

/** The sentence that people see for a failure: the one of its code if there is one, else that of its class. */
export function publicMessageOf(failureClass: FailureClass, code: string): string {
  const byCode = Object.hasOwn(publicMessageByCode, code) ? publicMessageByCode[code] : undefined;
  return byCode ?? publicMessages[failureClass];
}

/** Null for a code that is not in the table. */
export function classifyByCode(code: string): FailureClass | null {
  return Object.hasOwn(classByCode, code) ? (classByCode[code] ?? null) : null;
}

/**
 * The same of a write. An error of a missing record proves nothing there: a script that runs after the save may have met
 * it, and the record holds the value. Only our RESTlet's own `stale` says that nothing was written.
 */
export function classifyWriteByCode(code: string): FailureClass | null {
  const failureClass = classifyByCode(code);
  return failureClass === "stale" ? "unknown" : failureClass;
}

/** The class of an answer by its HTTP status alone. A status that is not in the table is `unknown`. */
export function classifyByStatus(status: number): FailureClass {
  return classByStatus[status] ?? "unknown";
}
