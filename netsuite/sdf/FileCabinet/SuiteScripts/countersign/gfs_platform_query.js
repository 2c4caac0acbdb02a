/**
 * @NApiVersion 2.1
 * @NScriptType Restlet
 * @NModuleScope SameAccount
 *
 * The one door through which Countersign reaches NetSuite. POST only, JSON in and out. Four operations:
 *   write      checks the approved precondition, writes absolute values and reads them back, at most once per action key
 *   read       the live values and the facts that say how much a change weighs
 *   read_many  up to 50 reads, each answered by itself
 *   probe      what became of a write; changes nothing
 * Beside them `check` and `recent_writes` look at the account itself (gfs_account_check.js).
 *
 * No transaction spans two saves, so the order is fixed: ledger row, business record, ledger row. Whoever dies in
 * between leaves the row `started`, and the record itself tells whether the value arrived. Errors that are not handled
 * here leave as NetSuite's own; the caller classifies them by their code.
 */
define([
  "N/record",
  "./gfs_account_check",
  "./gfs_actions",
  "./gfs_ledger",
  "./gfs_lookup",
  "./gfs_read_many",
  "./gfs_verdict",
], (record, accountCheck, actions, ledger, lookup, many, verdict) => {
  const { STATE } = ledger;
  const CHANGED_MEANWHILE = ["RCRD_HAS_BEEN_CHANGED", "CUSTOM_RECORD_COLLISION"];
  const APPROVED_IDS = [
    "record_type",
    "record_id",
    "item_id",
    "line_key",
    "location_id",
    "level_id",
    "break_quantity",
    "currency_id",
    "vendor_id",
    "revision_id",
  ];
  const NO_SUCH_RECORD = ["RCRD_DSNT_EXIST", "INVALID_KEY_OR_REF"];

  const post = (request) => {
    try {
      if (accountCheck.handles(request)) return accountCheck.answer(request);
      requireVersion(request);
      if (request.op === "read_many") return many.answer(request.reads, readOne);
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

  /** The action's changes with their kinds, and its subject as it is now (null: the record does not exist). */
  const open = (request) => {
    const fields = request.fields || request.changes.map((change) => change.field);
    const row = actions.rowOf(request.action_type, fields);
    const changes = (request.changes || []).map((change) => ({ ...change, kind: row.fields[change.field] }));
    const subject = openSubject(row, request.target);
    return { fields, kinds: row.fields, changes, subject, reopen: () => open(request) };
  };

  const openSubject = (row, target) => {
    try {
      return row.open(target);
    } catch (error) {
      // Deleted between the search that found it and the load.
      if (error && NO_SUCH_RECORD.includes(error.name)) return null;
      throw error;
    }
  };

  const liveValues = ({ subject, fields, kinds }) =>
    subject ? fields.map((field) => ({ field, value: subject.live(field, kinds[field]) })) : [];

  const read = (request) => {
    const action = open(request);
    if (!action.subject) return verdict.stale("record_missing", [], "The record does not exist.");
    if (leadsElsewhere(request, action.subject)) return verdict.stale("target_changed", []);
    const facts = withoutEmpty({ ...action.subject.facts(), ...action.subject.parts });
    return verdict.read({ record: action.subject.record, values: liveValues(action), facts });
  };

  const readOne = (entry) => {
    const request = { ...entry, v: verdict.VERSION, op: "read" };
    requireShape(request);
    return read(request);
  };

  /**
   * Names and bid numbers move from one record to another. The ids that were read and approved with them do not, so a
   * name that leads to other ids now is not written through. A request without ids was approved as unverified.
   */
  const leadsElsewhere = ({ target }, { record: found, parts }) => {
    const now = { record_type: found.type, record_id: found.id, ...parts };
    const isGiven = (name) => target[name] !== undefined && target[name] !== null;
    return APPROVED_IDS.some((name) => isGiven(name) && String(target[name]) !== String(now[name]));
  };

  const withoutEmpty = (facts) =>
    Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null && value !== undefined));

  const write = (request) => {
    const earlier = ledger.find(request.action_key);
    const settled = answerFromLedger(earlier, request);
    if (settled) return settled;
    const action = open(request);
    const begun = begin(request, action, earlier);
    return begun.answer || continueWrite(request, action, begun);
  };

  /** An applied row answers for ever; a key is bound to the payload it came with first. */
  const answerFromLedger = (entry, request) => {
    if (!entry) return null;
    if (entry.payloadHash !== request.payload_hash) {
      throw verdict.refusal("ACTION_KEY_REUSED", "This action key belongs to another payload.");
    }
    return entry.state === STATE.APPLIED ? verdict.applied({ ...entry.result, duplicate: true }) : null;
  };

  /** Ledger row first. `resumed`: an earlier delivery may have saved the record; `seen`: its last change known then. */
  const begin = (request, action, earlier) => {
    const seen = action.subject && action.subject.lastModified ? action.subject.lastModified() : "";
    const inserted = earlier ? { entry: earlier, mine: false } : ledger.insert(toRow(request, seen));
    if (inserted.mine) return { entry: inserted.entry, resumed: false };
    const found = inserted.entry;
    const settled = answerFromLedger(found, request);
    if (settled) return { answer: settled };
    // Compared before the row is taken over: taking over writes what is seen now.
    const begun = { resumed: found.state === STATE.STARTED, untouched: isUntouched(found.seen, seen) };
    try {
      const entry = ledger.reopen(found, seen);
      return { ...begun, entry, answer: answerFromLedger(entry, request) };
    } catch (error) {
      if (CHANGED_MEANWHILE.includes(error.name)) return { answer: verdict.conflict(error) };
      throw error;
    }
  };

  /**
   * Whether nobody saved the record since. Where NetSuite keeps no time of the last change two empty times say nothing:
   * the earlier delivery may have written and a person put the old value back, so it counts as touched and a person looks.
   */
  const isUntouched = (seen, now) => seen !== "" && seen === now;

  const toRow = (request, seen) => ({
    actionKey: request.action_key,
    actionType: request.action_type,
    payloadHash: request.payload_hash,
    seen,
  });

  const continueWrite = (request, action, begun) => {
    const { subject } = action;
    if (!subject) return endStale(begun.entry, "record_missing", []);
    if (leadsElsewhere(request, subject)) return endElsewhere(request, action, begun);
    return subject.effect === "create" ? writeCreate(request, action, begun) : writeUpdate(action, begun);
  };

  /** What an earlier delivery of this key created under the approved ids stays written; else nothing is. */
  const endElsewhere = (request, action, begun) => {
    const existing = action.subject.effect === "create" ? findCreated(request, action) : null;
    if (existing) return endApplied(begun.entry, existing, true);
    return endStale(begun.entry, "target_changed", []);
  };

  const endStale = (entry, reason, live) => {
    ledger.finish(entry, STATE.STALE, { reason });
    return verdict.stale(reason, live);
  };

  const holdsFrom = ({ changes, subject }) =>
    changes.every(
      (change) =>
        change.from === undefined ||
        actions.same(change.kind, subject.live(change.field, change.kind), change.from),
    );

  const holdsTo = ({ changes, subject }) =>
    changes.every((change) => actions.same(change.kind, subject.live(change.field, change.kind), change.to));

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
      release(action, begun.entry);
      if (!CHANGED_MEANWHILE.includes(error.name)) throw error;
      return verdict.conflict(error);
    }
    const after = action.reopen();
    return endApplied(begun.entry, appliedBy(after, after.subject.lastModified()), false);
  };

  /**
   * The save was refused, so this delivery wrote nothing; but an earlier one of the same key, still under way, may be
   * the one that was faster. The row is released only where the record does not show the value.
   */
  const release = (action, entry) => {
    try {
      const now = action.reopen();
      if (now.subject && holdsTo(now)) return;
    } catch {
      // What cannot be looked at is left as it is: the row stays started, and a probe asks again.
      return;
    }
    ledger.finish(entry, STATE.RELEASED, { reason: "save_refused" });
  };

  const appliedBy = (action, committedAt) => ({
    record: action.subject.record,
    readback: liveValues(action),
    committedAt,
  });

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

  const findCreated = (request, { subject, fields }) => {
    const { type, readBack } = subject.created;
    const row = lookup.byExternalId(type, request.action_key);
    if (!row) return null;
    const created = record.load({ type, id: row.id });
    return {
      record: { type, id: String(created.id), name: subject.record.name },
      readback: fields.map((field) => ({ field, value: readBack(created, field) })),
      committedAt: actions.isoTime(created),
    };
  };

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
    const untouched = subject.effect === "create" || isUntouched(entry.seen, subject.lastModified());
    const liveMatches = untouched && holdsFrom(action) ? "from" : "neither";
    return verdict.started({ record: subject.record, live, liveMatches });
  };

  return { post };
});
