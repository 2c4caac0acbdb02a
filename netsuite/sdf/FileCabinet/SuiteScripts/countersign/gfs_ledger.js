/**
 * @NApiVersion 2.1
 * @NModuleScope SameAccount
 *
 * One row per action key. NetSuite keeps externalid unique, so the second of two deliveries fails to insert its row
 * before it can touch a business record.
 *
 * States: started (a business save may have happened), applied, stale and released (certainly nothing was written).
 */
define(["N/record", "N/search", "N/log"], (record, search, log) => {
  const TYPE = "customrecord_countersign_ledger";
  const STATE = { STARTED: "started", APPLIED: "applied", STALE: "stale", RELEASED: "released" };
  const FIELD = {
    actionType: "custrecord_cs_action_type",
    payloadHash: "custrecord_cs_payload_hash",
    state: "custrecord_cs_state",
    recordType: "custrecord_cs_record_type",
    recordId: "custrecord_cs_record_id",
    lastModified: "custrecord_cs_seen",
    result: "custrecord_cs_result",
    attempt: "custrecord_cs_attempt",
  };

  const find = (actionKey) => {
    const [row] = search
      .create({ type: TYPE, filters: [["externalid", "anyof", actionKey]], columns: ["internalid"] })
      .run()
      .getRange({ start: 0, end: 1 });
    return row ? toEntry(record.load({ type: TYPE, id: row.id })) : null;
  };

  const toEntry = (row) => {
    const text = (name) => String(row.getValue({ fieldId: FIELD[name] }) || "");
    return {
      id: String(row.id),
      payloadHash: text("payloadHash"),
      state: text("state"),
      lastModified: text("lastModified"),
      result: text("result") === "" ? null : JSON.parse(text("result")),
      attempt: Number(text("attempt") || 0),
    };
  };

  /**
   * Inserts the row, or finds that another delivery was first. Which name NetSuite gives to a duplicate differs by
   * source, so no name is trusted: after any error the key is looked up again.
   */
  const insert = ({ actionKey, actionType, payloadHash, lastModified }) => {
    const row = record.create({ type: TYPE });
    row.setValue({ fieldId: "name", value: actionKey });
    row.setValue({ fieldId: "externalid", value: actionKey });
    set(row, { actionType, payloadHash, lastModified, state: STATE.STARTED, attempt: 1 });
    try {
      const id = row.save();
      return {
        entry: { id: String(id), payloadHash, lastModified, state: STATE.STARTED, result: null, attempt: 1 },
        mine: true,
      };
    } catch (error) {
      const entry = find(actionKey);
      if (!entry) throw error;
      return { entry, mine: false };
    }
  };

  /** Takes over a row left by an earlier delivery. Two who try at once: the second save meets a collision. */
  const reopen = (entry, lastModified) => {
    const row = record.load({ type: TYPE, id: entry.id });
    if (row.getValue({ fieldId: FIELD.state }) === STATE.APPLIED) return toEntry(row);
    set(row, { state: STATE.STARTED, lastModified, attempt: entry.attempt + 1 });
    row.save();
    return { ...entry, state: STATE.STARTED, lastModified, attempt: entry.attempt + 1 };
  };

  /**
   * Records the outcome after the business save. A failure here must not hide that the record was written: it is
   * logged, the row stays started, and a probe finds the written value.
   */
  const finish = (entry, state, result) => {
    try {
      const row = record.load({ type: TYPE, id: entry.id });
      const overtaken =
        state === STATE.RELEASED && Number(row.getValue({ fieldId: FIELD.attempt })) !== entry.attempt;
      if (overtaken || row.getValue({ fieldId: FIELD.state }) === STATE.APPLIED) return;
      set(row, { state, result: JSON.stringify(result) });
      if (result.record) set(row, { recordType: result.record.type, recordId: result.record.id });
      row.save();
    } catch (error) {
      log.error({
        title: "countersign ledger not updated",
        details: { id: entry.id, state, error: String(error) },
      });
    }
  };

  const set = (row, values) => {
    for (const name of Object.keys(values)) row.setValue({ fieldId: FIELD[name], value: values[name] });
  };

  return { STATE, find, insert, reopen, finish };
});
