/**
 * @NApiVersion 2.1
 * @NModuleScope SameAccount
 *
 * Checks the approved precondition, writes absolute values and reads them back, at most once per action key.
 *
 * No transaction spans two saves, so the order is fixed: ledger row, business record, ledger row. A script that dies in
 * between leaves the row `started`, and the record itself tells whether the value arrived.
 */
define(["./gfs_ledger", "./gfs_request", "./gfs_verdict"], (ledger, about, verdict) => {
  const { STATE } = ledger;
  const { answerFromLedger, appliedBy, findCreated, holdsFrom, holdsTo, isUntouched } = about;
  const { leadsElsewhere, liveValues, open, checkValues } = about;
  const CHANGED_MEANWHILE = ["RCRD_HAS_BEEN_CHANGED", "CUSTOM_RECORD_COLLISION"];

  const write = (request) => {
    const earlier = ledger.find(request.action_key);
    const settled = answerFromLedger(earlier, request);
    if (settled) return settled;
    const action = open(request);
    checkValues(action);
    requireInTime(request);
    const begun = begin(request, action, earlier);
    return begun.answer || continueWrite(request, action, begun);
  };

  /**
   * A process that was frozen, or a network that held the request back, may deliver it long after it was decided to send
   * it: the switch may be engaged by now, or another sender at work. A clock that runs behind would begin it later still.
   */
  const requireInTime = ({ not_before: notBefore, not_after: notAfter }) => {
    const now = Date.now();
    const here = `it is ${new Date(now).toISOString()} here.`;
    if (notBefore && now < Date.parse(notBefore))
      throw verdict.notExecuted("TOO_EARLY", `It may not begin before ${notBefore}; ${here}`);
    if (notAfter && now > Date.parse(notAfter))
      throw verdict.notExecuted("TOO_LATE", `It may not begin after ${notAfter}; ${here}`);
  };

  /** Ledger row first. `resumed`: an earlier delivery may have saved the record. */
  const begin = (request, action, earlier) => {
    const lastModified = action.subject && action.subject.lastModified ? action.subject.lastModified() : "";
    const inserted = earlier ? { entry: earlier, mine: false } : ledger.insert(toRow(request, lastModified));
    if (inserted.mine) return { entry: inserted.entry, resumed: false };
    const existing = inserted.entry;
    const settled = answerFromLedger(existing, request);
    if (settled) return { answer: settled };
    // Compared before the row is taken over, because that stores the time of the last change as it is now.
    const begun = {
      resumed: existing.state === STATE.STARTED,
      untouched: isUntouched(existing.lastModified, lastModified),
    };
    try {
      const entry = ledger.reopen(existing, lastModified);
      return { ...begun, entry, answer: answerFromLedger(entry, request) };
    } catch (error) {
      if (CHANGED_MEANWHILE.includes(error.name)) return { answer: verdict.conflict(error) };
      throw error;
    }
  };

  const toRow = (request, lastModified) => ({
    actionKey: request.action_key,
    actionType: request.action_type,
    payloadHash: request.payload_hash,
    lastModified,
  });

  const continueWrite = (request, action, begun) => {
    const { subject } = action;
    if (!subject) return endStale(begun.entry, "record_missing", []);
    if (leadsElsewhere(request, subject)) return endElsewhere(request, action, begun);
    return subject.effect === "create" ? writeCreate(request, action, begun) : writeUpdate(action, begun);
  };

  /** A record that an earlier delivery of this key created under the approved ids stays; else nothing is written. */
  const endElsewhere = (request, action, begun) => {
    const existing = action.subject.effect === "create" ? findCreated(request, action) : null;
    if (existing) return endApplied(begun.entry, existing, true);
    return endStale(begun.entry, "target_changed", []);
  };

  const endStale = (entry, reason, live) => {
    ledger.finish(entry, STATE.STALE, { reason });
    return verdict.stale(reason, live);
  };

  const writeUpdate = (action, begun) => {
    const { subject } = action;
    if (begun.resumed && holdsTo(action)) {
      return endApplied(begun.entry, appliedBy(action, subject.lastModified()), true);
    }
    // Somebody saved the record after the earlier delivery began: that may have been the delivery itself, undone by a
    // person since. Only a person can tell.
    const overtaken = begun.resumed && !begun.untouched;
    if (overtaken || !holdsFrom(action)) return endStale(begun.entry, "from_mismatch", liveValues(action));
    for (const change of action.changes) subject.apply(change.field, change.kind, change.to);
    try {
      subject.save();
    } catch (error) {
      const refusedByRecord = CHANGED_MEANWHILE.includes(error.name);
      release(action, begun.entry, refusedByRecord);
      if (!refusedByRecord) throw error;
      return verdict.conflict(error);
    }
    const after = action.reopen();
    return endApplied(begun.entry, appliedBy(after, after.subject.lastModified()), false);
  };

  /**
   * The save threw. An error of the record itself means that this delivery wrote nothing, but an earlier one of the same key
   * may have been faster. Any other error may come from a script after the save, which may have changed the value as well.
   * The row is released only where the record shows that nothing was written.
   */
  const release = (action, entry, refusedByRecord) => {
    try {
      const now = action.reopen();
      if (now.subject && (holdsTo(now) || !(refusedByRecord || holdsFrom(now)))) return;
    } catch {
      // The record cannot be looked at, so the row stays started, and a probe asks again.
      return;
    }
    ledger.finish(entry, STATE.RELEASED, { reason: "save_refused" });
  };

  const endApplied = (entry, result, duplicate) => {
    ledger.finish(entry, STATE.APPLIED, result);
    return verdict.applied({ ...result, duplicate });
  };

  /** The action key is the new record's own externalid: the save is atomic, and a second one cannot succeed. */
  const writeCreate = (request, action, begun) => {
    const existing = findCreated(request, action);
    if (existing) return endApplied(begun.entry, existing, true);
    if (!holdsFrom(action)) return endStale(begun.entry, "from_mismatch", liveValues(action));
    const created = action.subject.created.build(action.changes);
    created.setValue({ fieldId: "externalid", value: request.action_key });
    try {
      created.save();
    } catch (error) {
      const twin = findCreated(request, action);
      if (!twin) throw error;
      return endApplied(begun.entry, twin, true);
    }
    return endApplied(begun.entry, findCreated(request, action), false);
  };

  return { write };
});
