/**
 * @NApiVersion 2.1
 * @NModuleScope SameAccount
 *
 * The bodies the RESTlet answers with, version 1. A script cannot set the HTTP status, so the body carries the verdict.
 */
define([], () => {
  const VERSION = 1;

  const applied = ({ record, readback, committedAt, duplicate }) => ({
    v: VERSION,
    verdict: "applied",
    record,
    readback,
    committed_at: committedAt || null,
    duplicate,
  });

  const stale = (reason, live, message) => ({ v: VERSION, verdict: "stale", reason, live, message });

  const conflict = (error) => ({
    v: VERSION,
    verdict: "conflict",
    code: error.name,
    message: String(error.message),
  });

  const read = ({ record, values, facts }) => ({ v: VERSION, verdict: "read", record, values, facts });

  const readMany = (answers) => ({ v: VERSION, verdict: "read_many", answers });

  /** One entry of a read of many that met an error of NetSuite's own; the caller classifies it by its code. */
  const failed = (error) => ({
    v: VERSION,
    verdict: "failed",
    code: String((error && error.name) || "UNEXPECTED_ERROR"),
    message: String((error && error.message) || error),
  });

  const started = ({ record, live, liveMatches }) => ({
    v: VERSION,
    verdict: "started",
    record,
    live,
    live_matches: liveMatches,
  });

  const notFound = (live) => ({ v: VERSION, verdict: "not_found", live });

  /** Thrown for a request no retry can help; the entry point turns it into its body. */
  const refusal = (code, message) => ({
    countersignBody: { v: VERSION, verdict: "terminal", code, message },
  });

  return { VERSION, applied, stale, conflict, read, readMany, failed, started, notFound, refusal };
});
