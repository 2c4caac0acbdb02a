/**
 * @NApiVersion 2.1
 * @NModuleScope SameAccount
 *
 * Opens the subject of a request, with its changes and their kinds, and compares the changes with the live values.
 * Writing, reading and probing share it, so that they never answer differently about the same record.
 */
define(["N/record", "./gfs_actions", "./gfs_approved_ids", "./gfs_ledger", "./gfs_lookup", "./gfs_verdict"], (
  record,
  actions,
  approvedIds,
  ledger,
  lookup,
  verdict,
) => {
  const NO_SUCH_RECORD = ["RCRD_DSNT_EXIST", "INVALID_KEY_OR_REF"];

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

  /**
   * Refuses a value that the record cannot take, before anything is begun. One that stands there already is taken: an
   * earlier delivery may have written it, whatever its name means by now.
   */
  const checkValues = ({ changes, subject }) => {
    if (!subject || !subject.checkValue) return;
    for (const { field, kind, to } of changes) {
      if (!actions.same(kind, subject.live(field, kind), to)) subject.checkValue(field, to);
    }
  };

  const liveValues = ({ subject, fields, kinds }) =>
    subject ? fields.map((field) => ({ field, value: subject.live(field, kinds[field]) })) : [];

  /**
   * Names and bid numbers move from one record to another. The ids that were read and approved with them do not, so a
   * name that leads to other ids now is not written through. A request without ids was approved as unverified.
   */
  const leadsElsewhere = ({ target }, { record: current, parts }) => {
    const now = { record_type: current.type, record_id: current.id, ...parts };
    const isGiven = (name) => target[name] !== undefined && target[name] !== null;
    return approvedIds.APPROVED_IDS.some(
      (name) => isGiven(name) && String(target[name]) !== String(now[name]),
    );
  };

  /** An applied row answers for ever; a key is bound to the payload it came with first. */
  const answerFromLedger = (entry, request) => {
    if (!entry) return null;
    if (entry.payloadHash !== request.payload_hash) {
      throw verdict.refusal("ACTION_KEY_REUSED", "This action key belongs to another payload.");
    }
    return entry.state === ledger.STATE.APPLIED
      ? verdict.applied({ ...entry.result, duplicate: true })
      : null;
  };

  /**
   * Whether nobody saved the record since. Where NetSuite keeps no time of the last change two empty times say nothing:
   * the earlier delivery may have written and a person put the old value back, so it counts as touched and a person looks.
   */
  const isUntouched = (lastModified, now) => lastModified !== "" && lastModified === now;

  const holdsFrom = ({ changes, subject }) =>
    changes.every(
      (change) =>
        change.from === undefined ||
        actions.same(change.kind, subject.live(change.field, change.kind), change.from),
    );

  const holdsTo = ({ changes, subject }) =>
    changes.every((change) => actions.same(change.kind, subject.live(change.field, change.kind), change.to));

  const appliedBy = (action, committedAt) => ({
    record: action.subject.record,
    readback: liveValues(action),
    committedAt,
  });

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

  return {
    open,
    checkValues,
    liveValues,
    leadsElsewhere,
    answerFromLedger,
    isUntouched,
    holdsFrom,
    holdsTo,
    appliedBy,
    findCreated,
  };
});
