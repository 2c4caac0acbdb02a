/**
 * @NApiVersion 2.1
 * @NModuleScope SameAccount
 *
 * Shared by the openers of all action types. A subject is the record or line that one action touches:
 *
 *   update  { record, parts, live(field), lastModified(), facts(), checkValue?(field, to), apply(field, to), save() }
 *   create  { record, parts, live(field), facts(), created: { type, build(changes), readBack(id, field) } }
 *
 * `parts` are the ids beside the record's own that say where the write lands, and which records its values name
 * (APPROVED_IDS in gfs_request).
 * `checkValue` refuses a value that the record cannot take: it is asked when proposing, and before writing.
 * `lastModified` is "" where NetSuite keeps no such time: then nobody can say whether the record was left alone.
 */
define(["./gfs_decimal", "./gfs_lookup", "./gfs_verdict"], (decimal, lookup, verdict) => {
  const { asText } = decimal;

  const isoTime = (loaded) => {
    const value = loaded.getValue({ fieldId: "lastmodifieddate" });
    return value ? new Date(value).toISOString() : "";
  };

  const asStored = (kind, text) => {
    if (kind === "text") return text;
    const number = decimal.toExactNumber(text);
    if (number === null) throw verdict.refusal("PRECISION_LOST", `NetSuite cannot hold ${text} exactly.`);
    return number;
  };

  const changeFacts = (loaded) => ({
    last_modified_at: isoTime(loaded) || undefined,
    last_modified_by: lookup.lastChange(loaded.type, loaded.id),
  });

  const customerFacts = (customer) => ({
    customer_id: String(customer.id),
    customer_name: customer.getValue({ fieldId: "companyname" }),
    customer_share_percent: lookup.customerSharePercent(customer.id),
    currency: lookup.currencySymbol(customer.getValue({ fieldId: "currency" })),
  });

  /** A field of one sublist line. `modified` differs where the record has no time of its last change. */
  const lineSubject = ({ loaded, name, parts, sublistId, line, before = {}, facts, modified = isoTime }) => ({
    effect: "update",
    record: { type: loaded.type, id: String(loaded.id), name },
    parts,
    live: (fieldId, kind) => asText(kind, loaded.getSublistValue({ sublistId, fieldId, line })),
    lastModified: () => modified(loaded),
    facts,
    apply: (fieldId, kind, to) => {
      for (const [field, value] of Object.entries(before)) {
        loaded.setSublistValue({ sublistId, fieldId: field, line, value });
      }
      loaded.setSublistValue({ sublistId, fieldId, line, value: asStored(kind, to) });
    },
    save: () => loaded.save(),
  });

  /** The one line that fits, -1 for none; which of two is meant is nothing a machine should choose. */
  const onlyLine = (loaded, sublistId, fits) => {
    const matches = [];
    for (let line = 0; line < loaded.getLineCount({ sublistId }); line += 1) {
      const textOf = (fieldId) => String(loaded.getSublistValue({ sublistId, fieldId, line }));
      if (fits(textOf)) matches.push(line);
    }
    if (matches.length > 1) {
      throw verdict.refusal("AMBIGUOUS_TARGET", `More than one line of ${loaded.type} ${loaded.id} fits.`);
    }
    return matches.length === 1 ? matches[0] : -1;
  };

  return { isoTime, asStored, changeFacts, customerFacts, lineSubject, onlyLine };
});
