/**
 * @NApiVersion 2.1
 * @NModuleScope SameAccount
 *
 * Customers' credit and payment terms, and notes on customers and on their orders.
 */
define(["N/record", "./gfs_decimal", "./gfs_lookup", "./gfs_subject"], (record, decimal, lookup, subject) => {
  const { asText } = decimal;
  const NOTE_PARENT_FIELD = { customer: "entity", sales_order: "transaction" };

  const openCustomer = (target, own) => {
    const match = lookup.customer(target.customer);
    if (!match) return null;
    const customer = record.load({ type: "customer", id: match.id });
    const facts = () => ({
      ...subject.customerFacts(customer),
      ...subject.changeFacts(customer),
      balance_cents: decimal.toCents(customer.getValue({ fieldId: "balance" })),
      overdue_cents: decimal.toCents(customer.getValue({ fieldId: "overduebalance" })),
      credit_limit_cents: decimal.toCents(customer.getValue({ fieldId: "creditlimit" })),
      open_orders_cents: lookup.openOrdersCents(customer.id),
    });
    return {
      effect: "update",
      record: {
        type: "customer",
        id: String(customer.id),
        name: customer.getValue({ fieldId: "companyname" }),
      },
      parts: {},
      lastModified: () => subject.isoTime(customer),
      facts,
      save: () => customer.save(),
      ...own(customer, facts),
    };
  };

  const openCustomerCredit = (target) =>
    openCustomer(target, (customer) => ({
      live: (fieldId, kind) => asText(kind, customer.getValue({ fieldId })),
      apply: (fieldId, kind, to) => customer.setValue({ fieldId, value: subject.asStored(kind, to) }),
    }));

  /**
   * People know terms by their name; the customer holds the id. The target says the names too, and its ids say which
   * terms were approved under them.
   */
  const openCustomerTerms = (target) =>
    openCustomer(target, (customer, facts) => {
      const heldId = String(customer.getValue({ fieldId: "terms" }) || "") || undefined;
      const heldName = asText("text", customer.getText({ fieldId: "terms" }));
      const newTerms = heldId && heldName === target.terms ? { id: heldId } : termsOfTarget(target);
      return {
        parts: {
          terms_id: newTerms.id,
          // Terms of another name are a colleague's edit or our own write; the comparison of values decides which.
          held_terms_id: heldName === target.held_terms ? heldId : target.held_terms_id || heldId,
        },
        live: (fieldId, kind) => asText(kind, customer.getText({ fieldId })),
        facts: () => ({
          ...facts(),
          ...meaningFacts("held_terms", heldId),
          ...meaningFacts("terms", newTerms.id),
        }),
        checkValue: () => {
          if (newTerms.refusal) throw newTerms.refusal;
        },
        apply: (fieldId) => customer.setValue({ fieldId, value: newTerms.id }),
      };
    });

  /** The terms of the wanted name. A refusal is kept for the write: a look at the customer goes on without them. */
  const termsOfTarget = (target) => {
    if (!target.terms) return {};
    try {
      return { id: String(lookup.termsId(target.terms)) };
    } catch (error) {
      if (!error.countersignBody) throw error;
      return { id: target.terms_id || undefined, refusal: error };
    }
  };

  const meaningFacts = (prefix, id) => {
    const { days, discountPercent, discountDays } = lookup.termsMeaning(id);
    return {
      [`${prefix}_days`]: days,
      [`${prefix}_discount_percent`]: discountPercent,
      [`${prefix}_discount_days`]: discountDays,
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
    const match = lookup.customer(target.customer || target.parent);
    if (!match) return null;
    const customer = record.load({ type: "customer", id: match.id });
    const parent = {
      type: "customer",
      id: String(match.id),
      name: customer.getValue({ fieldId: "companyname" }),
    };
    const facts = () => ({
      ...subject.customerFacts(customer),
      ...subject.changeFacts(customer),
      customer_emails: ["email", "altemail"]
        .map((fieldId) => customer.getValue({ fieldId }))
        .filter((address) => address),
    });
    return noteSubject(parent, NOTE_PARENT_FIELD.customer, target.title || "Note", facts);
  };

  const openNoteAttachment = (target) => {
    if (target.parent_type === "customer") return openCustomerNote(target);
    const match = lookup.salesOrder(target.parent);
    if (!match) return null;
    const order = record.load({ type: "salesorder", id: match.id });
    const parent = { type: "salesorder", id: String(match.id), name: target.parent };
    return noteSubject(parent, NOTE_PARENT_FIELD.sales_order, target.title || "Note", () =>
      subject.changeFacts(order),
    );
  };

  return {
    ROWS: {
      ar_note: { fields: { note: "text" }, open: openCustomerNote },
      note_attachment: { fields: { note: "text" }, open: openNoteAttachment },
      customer_credit_limit: { fields: { creditlimit: "money" }, open: openCustomerCredit },
      customer_credit_revoke: {
        fields: { creditlimit: "money", creditholdoverride: "text" },
        open: openCustomerCredit,
      },
      customer_terms_change: { fields: { terms: "text" }, open: openCustomerTerms },
    },
  };
});
