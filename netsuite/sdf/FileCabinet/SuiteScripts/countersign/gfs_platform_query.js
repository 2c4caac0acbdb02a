/**
 * @NApiVersion 2.1
 * @NScriptType Restlet
 * @NModuleScope SameAccount
 *
 * The one door through which Countersign reaches NetSuite. POST only, JSON in and out. Five operations:
 *   write      checks the approved precondition, writes absolute values and reads them back, at most once per action key
 *   read       the live values and the facts that say how much a change weighs
 *   read_many  up to 50 reads, each answered by itself
 *   probe      what became of a write; changes nothing
 *   search     the rows of a saved search (gfs_search.js); changes nothing
 * Beside them `check` and `recent_writes` look at the account itself (gfs_account_check.js).
 *
 * An answer repeats the `request_id` of its request, so that the caller never takes another's for its own.
 *
 * Errors that are not handled here leave as NetSuite's own; the caller classifies them by their code.
 */
define([
  "./gfs_account_check",
  "./gfs_exchange",
  "./gfs_probe",
  "./gfs_read_many",
  "./gfs_request",
  "./gfs_search",
  "./gfs_verdict",
  "./gfs_write",
], (
  accountCheck,
  { exchangeFacts },
  { probe },
  many,
  { open, liveValues, leadsElsewhere, checkValues },
  savedSearch,
  verdict,
  { write },
) => {
  const post = (request) => {
    const answer = answerTo(request);
    const id = request && request.request_id;
    return typeof id === "string" ? { ...answer, request_id: id } : answer;
  };

  const answerTo = (request) => {
    try {
      if (accountCheck.handles(request)) return accountCheck.answer(request);
      requireVersion(request);
      if (request.op === "read_many") return many.answer(request.reads, readOne);
      if (request.op === "search") return savedSearch.answer(request);
      requireShape(request);
      const operation = { write, read, probe }[request.op];
      if (!operation) throw verdict.refusal("UNKNOWN_OPERATION", `${request.op} is not known here.`);
      return operation(request);
    } catch (error) {
      if (error && error.countersignBody) return error.countersignBody;
      throw error;
    }
  };

  const requireVersion = (request) => {
    if (request && request.v === verdict.VERSION) return;
    throw verdict.refusal("UNKNOWN_VERSION", "This RESTlet speaks version 1.");
  };

  const requireShape = (request) => {
    const isRead = request.op === "read";
    const list = isRead ? request.fields : request.changes;
    const isWhole = request.target && Array.isArray(list) && list.length > 0;
    if (isWhole && (isRead || (request.action_key && request.payload_hash))) return;
    throw verdict.refusal(
      "MALFORMED_REQUEST",
      "The request lacks a target, changes, an action key or a payload hash.",
    );
  };

  const read = (request) => {
    const action = open(request);
    if (!action.subject) return verdict.stale("record_missing", [], "The record does not exist.");
    if (leadsElsewhere(request, action.subject)) return verdict.stale("target_changed", []);
    checkValues(action);
    const own = action.subject.facts();
    const facts = withoutEmpty({ ...own, ...exchangeFacts(own.currency), ...action.subject.parts });
    return verdict.read({ record: action.subject.record, values: liveValues(action), facts });
  };

  const readOne = (entry) => {
    const request = { ...entry, v: verdict.VERSION, op: "read" };
    requireShape(request);
    return read(request);
  };

  const withoutEmpty = (facts) =>
    Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null && value !== undefined));

  return { post };
});
