/**
 * @NApiVersion 2.1
 * @NModuleScope SameAccount
 *
 * Finds out the outcome of a write whose answer never came. It changes nothing.
 */
define(["./gfs_ledger", "./gfs_request", "./gfs_verdict"], (ledger, about, verdict) => {
  const { STATE } = ledger;
  const { answerFromLedger, appliedBy, findCreated, holdsFrom, holdsTo, isUntouched } = about;
  const { leadsElsewhere, liveValues, open } = about;

  const probe = (request) => {
    const entry = ledger.find(request.action_key);
    const settled = answerFromLedger(entry, request);
    if (settled) return settled;
    const action = open(request);
    const elsewhere = action.subject && leadsElsewhere(request, action.subject);
    const live = elsewhere ? [] : liveValues(action);
    if (action.subject && action.subject.effect === "create") {
      const existing = findCreated(request, action);
      if (existing) return verdict.applied({ ...existing, duplicate: true });
    }
    if (!entry || entry.state === STATE.RELEASED) return verdict.notFound(live);
    if (entry.state === STATE.STALE) return verdict.stale(entry.result.reason, live);
    if (!action.subject) return verdict.stale("record_missing", []);
    if (elsewhere) return verdict.stale("target_changed", []);
    return probeStarted(action, entry, live);
  };

  /** Begun and not finished: the record itself tells. */
  const probeStarted = (action, entry, live) => {
    const { subject } = action;
    if (subject.effect === "update" && holdsTo(action)) {
      return verdict.applied({ ...appliedBy(action, subject.lastModified()), duplicate: true });
    }
    const untouched = subject.effect === "create" || isUntouched(entry.lastModified, subject.lastModified());
    const liveMatches = untouched && holdsFrom(action) ? "from" : "neither";
    return verdict.started({ record: subject.record, live, liveMatches });
  };

  return { probe };
});
