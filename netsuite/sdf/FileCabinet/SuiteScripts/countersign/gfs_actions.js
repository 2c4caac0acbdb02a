/**
 * @NApiVersion 2.1
 * @NModuleScope SameAccount
 *
 * One row per action type: the kinds of its fields and how to open its subject. A subject is what one action touches:
 *
 *   update  { record, parts, live(field), lastModified(), facts(), apply(field, to), save() }
 *   create  { record, parts, live(field), facts(), created: { type, build(changes), readBack(id, field) } }
 *
 * `parts` are the ids beside the record's own that say where the write lands: item_id, line_key, location_id.
 * `open` answers null when the record does not exist. To add an action type, add a row and its opener here.
 */
define(["N/record", "./gfs_decimal", "./gfs_lookup", "./gfs_verdict"], (record, decimal, lookup, verdict) => {
  const { asText } = decimal;
  const CUSTOM_PRICE_LEVEL = "-1";
  const NOTE_PARENT_FIELD = { customer: "entity", sales_order: "transaction" };

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

  /** A field of one sublist line. */
  const lineSubject = ({ loaded, name, parts, sublistId, line, before, facts }) => ({
    effect: "update",
    record: { type: loaded.type, id: String(loaded.id), name },
    parts,
    live: (fieldId, kind) => asText(kind, loaded.getSublistValue({ sublistId, fieldId, line })),
    lastModified: () => isoTime(loaded),
    facts,
    apply: (fieldId, kind, to) => {
      for (const [field, value] of Object.entries(before)) {
        loaded.setSublistValue({ sublistId, fieldId: field, line, value });
      }
      loaded.setSublistValue({ sublistId, fieldId, line, value: asStored(kind, to) });
    },
    save: () => loaded.save(),
  });

  const openBidPrice = (target) => {
    const found = target.bid ? lookup.customerByBid(target.bid) : lookup.customer(target.customer);
    const item = lookup.item(target.item);
    if (!found || !item) return null;
    const customer = record.load({ type: "customer", id: found.id });
    refuseOtherCustomer(customer, target);
    const line = customer.findSublistLineWithValue({
      sublistId: "itempricing",
      fieldId: "item",
      value: item.id,
    });
    if (line < 0) return null;
    return lineSubject({
      loaded: customer,
      name: `${item.name} · ${customer.getValue({ fieldId: "companyname" })}`,
      parts: { item_id: String(item.id) },
      sublistId: "itempricing",
      line,
      before: { level: CUSTOM_PRICE_LEVEL },
      facts: () => ({
        ...customerFacts(customer),
        ...changeFacts(customer),
        item_name: item.name,
        unit_cost: item.unitCost,
        unit_volume_year: lookup.unitVolumeYear(item.id, customer.id),
      }),
    });
  };

  /** A bid number and a customer that do not belong together mean that the proposal is confused. */
  const refuseOtherCustomer = (customer, target) => {
    // With the ids that were approved there is nothing to doubt: they are compared.
    if (!target.bid || !target.customer || target.record_id) return;
    const names = [
      customer.id,
      ...["entityid", "companyname"].map((fieldId) => customer.getValue({ fieldId })),
    ];
    if (names.map(String).includes(target.customer)) return;
    throw verdict.refusal("BID_OF_OTHER_CUSTOMER", `Bid ${target.bid} is not of ${target.customer}.`);
  };

  const openOrderLine = (target) => {
    const found = lookup.salesOrder(target.sales_order);
    if (!found) return null;
    const order = record.load({ type: "salesorder", id: found.id });
    const item = target.item ? lookup.item(target.item) : null;
    const line = findOrderLine(order, target.line, item);
    if (line < 0) return null;
    const valueOf = (fieldId) => order.getSublistValue({ sublistId: "item", fieldId, line });
    return lineSubject({
      loaded: order,
      name: order.getValue({ fieldId: "tranid" }),
      parts: { item_id: String(valueOf("item")), line_key: String(valueOf("lineuniquekey")) },
      sublistId: "item",
      line,
      before: { price: CUSTOM_PRICE_LEVEL },
      facts: () => orderLineFacts(order, valueOf),
    });
  };

  const orderLineFacts = (order, valueOf) => {
    const customer = record.load({ type: "customer", id: order.getValue({ fieldId: "entity" }) });
    return {
      ...customerFacts(customer),
      ...changeFacts(order),
      item_name: String(valueOf("description") || ""),
      order_quantity: decimal.normalise(valueOf("quantity")) || undefined,
      order_total_cents: decimal.toCents(order.getValue({ fieldId: "total" })),
      unit_volume_year: lookup.unitVolumeYear(valueOf("item"), customer.id),
    };
  };

  /** By the line's unique key: an index moves when somebody inserts a line above. By item only where it is one line. */
  const findOrderLine = (order, key, item) => {
    const matches = [];
    for (let line = 0; line < order.getLineCount({ sublistId: "item" }); line += 1) {
      const valueOf = (fieldId) => String(order.getSublistValue({ sublistId: "item", fieldId, line }));
      const matchesKey = !key || valueOf("lineuniquekey") === key;
      const matchesItem = !item || valueOf("item") === String(item.id);
      if (matchesKey && matchesItem) matches.push(line);
    }
    if (matches.length > 1)
      throw verdict.refusal("AMBIGUOUS_TARGET", "More than one line of the order fits.");
    return matches.length === 1 ? matches[0] : -1;
  };

  const openCustomerCredit = (target) => {
    const found = lookup.customer(target.customer);
    if (!found) return null;
    const customer = record.load({ type: "customer", id: found.id });
    return {
      effect: "update",
      record: {
        type: "customer",
        id: String(customer.id),
        name: customer.getValue({ fieldId: "companyname" }),
      },
      parts: {},
      live: (fieldId, kind) => asText(kind, customer.getValue({ fieldId })),
      lastModified: () => isoTime(customer),
      facts: () => ({
        ...customerFacts(customer),
        ...changeFacts(customer),
        credit_limit_cents: decimal.toCents(customer.getValue({ fieldId: "creditlimit" })),
        open_orders_cents: lookup.openOrdersCents(customer.id),
      }),
      apply: (fieldId, kind, to) => customer.setValue({ fieldId, value: asStored(kind, to) }),
      save: () => customer.save(),
    };
  };

  const noteSubject = (parent, parentField, title, facts) => ({
    effect: "create",
    record: parent,
    parts: {},
    live: () => null,
    facts,
    created: {
      type: "note",
      build: (changes) => {
        const note = record.create({ type: "note" });
        note.setValue({ fieldId: "title", value: title });
        note.setValue({ fieldId: "note", value: changes[0].to });
        note.setValue({ fieldId: parentField, value: parent.id });
        return note;
      },
      readBack: (note, fieldId) => asText("text", note.getValue({ fieldId })),
    },
  });

  const openCustomerNote = (target) => {
    const found = lookup.customer(target.customer || target.parent);
    if (!found) return null;
    const customer = record.load({ type: "customer", id: found.id });
    const parent = {
      type: "customer",
      id: String(found.id),
      name: customer.getValue({ fieldId: "companyname" }),
    };
    const facts = () => ({ ...customerFacts(customer), ...changeFacts(customer) });
    return noteSubject(parent, NOTE_PARENT_FIELD.customer, target.title || "Note", facts);
  };

  const openNoteAttachment = (target) => {
    if (target.parent_type === "customer") return openCustomerNote(target);
    const found = lookup.salesOrder(target.parent);
    if (!found) return null;
    const order = record.load({ type: "salesorder", id: found.id });
    const parent = { type: "salesorder", id: String(found.id), name: target.parent };
    return noteSubject(parent, NOTE_PARENT_FIELD.sales_order, target.title || "Note", () =>
      changeFacts(order),
    );
  };

  const openInventoryAdjustment = (target) => {
    const item = lookup.item(target.item);
    const location = lookup.location(target.location);
    const stock = item && location && lookup.stock(item.id, location.id);
    if (!stock) return null;
    const subsidiaryId = location.getValue({ name: "subsidiary" });
    return {
      effect: "create",
      record: { type: "inventoryitem", id: String(item.id), name: `${item.name} · ${target.location}` },
      parts: { item_id: String(item.id), location_id: String(location.id) },
      // What is live for a delta is the quantity it will be added to.
      live: () => stock.onHand,
      facts: () => stockFacts(item, stock, subsidiaryId),
      created: {
        type: "inventoryadjustment",
        build: (changes) =>
          buildAdjustment({ item, location, subsidiaryId, memo: target.memo, by: changes[0].to }),
        readBack: (adjustment, fieldId) =>
          asText("quantity", adjustment.getSublistValue({ sublistId: "inventory", fieldId, line: 0 })),
      },
    };
  };

  const stockFacts = (item, stock, subsidiaryId) => {
    const subsidiary = record.load({ type: "subsidiary", id: subsidiaryId });
    return {
      currency: lookup.currencySymbol(subsidiary.getValue({ fieldId: "currency" })),
      item_name: item.name,
      on_hand: stock.onHand,
      unit_cost: stock.unitCost || item.unitCost || undefined,
      unit_volume_year: lookup.unitVolumeYear(item.id, null),
    };
  };

  const buildAdjustment = ({ item, location, subsidiaryId, memo, by }) => {
    const adjustment = record.create({ type: "inventoryadjustment" });
    const body = {
      subsidiary: subsidiaryId,
      account: lookup.setting("custscript_gfs_adjustment_account"),
      adjlocation: location.id,
      memo: memo || "",
    };
    for (const fieldId of Object.keys(body)) adjustment.setValue({ fieldId, value: body[fieldId] });
    const line = { item: item.id, location: location.id, adjustqtyby: asStored("quantity", by) };
    for (const fieldId of Object.keys(line)) {
      adjustment.setSublistValue({ sublistId: "inventory", fieldId, line: 0, value: line[fieldId] });
    }
    return adjustment;
  };

  const TABLE = {
    ar_note: { fields: { note: "text" }, open: openCustomerNote },
    note_attachment: { fields: { note: "text" }, open: openNoteAttachment },
    sales_order_line_price: { fields: { rate: "money" }, open: openOrderLine },
    bid_price_update: { fields: { price: "money" }, open: openBidPrice },
    inventory_adjustment: { fields: { adjustqtyby: "quantity" }, open: openInventoryAdjustment },
    customer_credit_limit: { fields: { creditlimit: "money" }, open: openCustomerCredit },
    customer_credit_revoke: {
      fields: { creditlimit: "money", creditholdoverride: "text" },
      open: openCustomerCredit,
    },
  };

  /** The table's row. @throws a refusal for an action type or a field that this version does not know. */
  const rowOf = (actionType, fields) => {
    const row = Object.prototype.hasOwnProperty.call(TABLE, actionType) ? TABLE[actionType] : null;
    if (!row) throw verdict.refusal("UNKNOWN_ACTION_TYPE", `${actionType} is not known here.`);
    const unknown = fields.find((field) => !row.fields[field]);
    if (unknown !== undefined)
      throw verdict.refusal("UNKNOWN_FIELD", `${actionType} does not change ${unknown}.`);
    return row;
  };

  return { rowOf, same: decimal.same, isoTime };
});
