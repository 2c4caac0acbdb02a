/**
 * @NApiVersion 2.1
 * @NModuleScope SameAccount
 *
 * Lists recent writes: the system notes that the requested roles left on the record types that Countersign writes, and
 * the ledger's rows of the same days. The caller decides which note belongs to which row.
 */
define(["N/search", "N/format", "./gfs_verdict"], (search, format, verdict) => {
  const PAGE = 1000;
  const PAGES_MAX = 20;
  const NOTES_MAX = 2000;
  const DAYS_MAX = 90;
  const MAIN_LINE = ["mainline", "is", "T"];
  /** Search type and what keeps a transaction to one row. */
  const SOURCES = [
    { type: "customer", filters: [] },
    { type: "item", filters: [] },
    { type: "salesorder", filters: [MAIN_LINE] },
    { type: "inventoryadjustment", filters: [] },
    { type: "assemblybuild", filters: [] },
    { type: "bomrevision", filters: [] },
  ];
  const NOTE_FIELDS = ["date", "name", "role", "field", "oldvalue", "newvalue", "type", "context"];

  const list = (request) => {
    const days = Math.floor(Number(request.days));
    if (!(days >= 1 && days <= DAYS_MAX)) throw verdict.refusal("MALFORMED_REQUEST", "days must be 1 to 90.");
    const roles = (request.roles || []).map((role) => String(role).toLowerCase());
    const report = { notes: [], skipped: [], truncated: false };
    for (const source of SOURCES) collect(report, source, days, roles);
    return verdict.body("recent_writes", { ...report, ledger: ledgerRows(days) });
  };

  const collect = (report, source, days, roles) => {
    try {
      for (let page = 0; page < PAGES_MAX; page += 1) {
        const results = noteSearch(source, days).getRange({ start: page * PAGE, end: (page + 1) * PAGE });
        for (const result of results) collectNote(report, result, roles);
        if (results.length < PAGE || report.truncated) return;
      }
      report.truncated = true;
    } catch (error) {
      // A record type of a feature that the account does not have.
      report.skipped.push({ type: source.type, code: String((error && error.name) || "UNEXPECTED_ERROR") });
    }
  };

  const noteSearch = (source, days) => {
    /** @type {any[]} */
    const filters = [["systemnotes.date", "onorafter", `daysago${days}`]];
    for (const filter of source.filters) filters.push("and", filter);
    const columns = NOTE_FIELDS.map((name) => ({
      name,
      join: "systemNotes",
      ...(name === "date" ? { sort: search.Sort.DESC } : {}),
    }));
    return search.create({ type: source.type, filters, columns }).run();
  };

  const collectNote = (report, result, roles) => {
    const value = (name) => String(result.getValue({ name, join: "systemNotes" }) || "");
    const text = (name) => String(result.getText({ name, join: "systemNotes" }) || "") || value(name);
    const who = [value("role"), text("role"), text("name")].map((one) => one.toLowerCase());
    if (!roles.some((role) => who.includes(role))) return;
    if (report.notes.length >= NOTES_MAX) {
      report.truncated = true;
      return;
    }
    report.notes.push({
      record: { type: String(result.recordType), id: String(result.id) },
      at: isoOf(value("date")),
      by: text("name"),
      role: text("role"),
      field: text("field"),
      from: value("oldvalue"),
      to: value("newvalue"),
      kind: text("type"),
      context: text("context"),
    });
  };

  /** Null where the account spells dates as N/format cannot read them. */
  const isoOf = (text) => {
    try {
      return new Date(format.parse({ value: text, type: format.Type.DATETIME })).toISOString();
    } catch {
      return null;
    }
  };

  const ledgerRows = (days) => {
    // A day more: a note may be a minute younger than its row.
    const columns = [
      "name",
      "custrecord_cs_state",
      "custrecord_cs_record_type",
      "custrecord_cs_record_id",
      "custrecord_cs_result",
    ];
    const results = search
      .create({
        type: "customrecord_countersign_ledger",
        filters: [["lastmodified", "onorafter", `daysago${days + 1}`]],
        columns,
      })
      .run();
    const rows = [];
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const pageRows = results.getRange({ start: page * PAGE, end: (page + 1) * PAGE });
      rows.push(...pageRows.map(toLedgerRow));
      if (pageRows.length < PAGE) break;
    }
    return rows;
  };

  const toLedgerRow = (result) => {
    const value = (name) => String(result.getValue({ name }) || "");
    const outcome = parse(value("custrecord_cs_result"));
    return {
      action_key: value("name"),
      state: value("custrecord_cs_state"),
      record: { type: value("custrecord_cs_record_type"), id: value("custrecord_cs_record_id") },
      committed_at: outcome.committedAt || null,
      values: (outcome.readback || []).map((line) => String(line.value)),
    };
  };

  const parse = (text) => {
    try {
      return JSON.parse(text) || {};
    } catch {
      return {};
    }
  };

  /** Asks for system notes of a customer that does not exist: an error tells that they cannot be searched. */
  const findNothing = () => {
    noteSearch({ type: "customer", filters: [["internalid", "anyof", "0"]] }, 1).getRange({
      start: 0,
      end: 1,
    });
  };

  return { list, findNothing };
});
