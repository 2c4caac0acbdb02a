/**
 * @NApiVersion 2.1
 * @NModuleScope SameAccount
 *
 * The bodies the RESTlet answers with, version 1. A script cannot set the HTTP status, so the body carries the verdict.
 */
define([], () => {
  const VERSION = 1;

  const body = (verdict, parts) => ({ v: VERSION, verdict, ...parts });

  const applied = ({ record, readback, committedAt, duplicate }) =>
    body("applied", { record, readback, committed_at: committedAt || null, duplicate });

  const stale = (reason, live, message) => body("stale", { reason, live, message });

  const conflict = (error) => body("conflict", { code: error.name, message: String(error.message) });

  const read = (parts) => body("read", parts);

  const readMany = (answers) => body("read_many", { answers });

  /** One entry of a read of many that met an error of NetSuite's own; the caller classifies it by its code. */
  const failed = (error) =>
    body("failed", {
      code: String((error && error.name) || "UNEXPECTED_ERROR"),
      message: String((error && error.message) || error),
    });

  const started = ({ liveMatches, ...parts }) => body("started", { ...parts, live_matches: liveMatches });

  const notFound = (live) => body("not_found", { live });

  /** Thrown for a request no retry can help; the entry point turns it into its body. */
  const refusal = (code, message) => ({ countersignBody: body("terminal", { code, message }) });

  /** Thrown where nothing was begun and nothing is wrong with the request: the sender decides whether it sends again. */
  const notExecuted = (code, message) => ({ countersignBody: body("not_executed", { code, message }) });

  return {
    VERSION,
    body,
    applied,
    stale,
    conflict,
    read,
    readMany,
    failed,
    started,
    notFound,
    refusal,
    notExecuted,
  };
});
