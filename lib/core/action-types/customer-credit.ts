import { subtract, toCents } from "@/lib/core/values/decimal";
import { formatCents, formatMoney } from "@/lib/core/values/money";
import { type ActionTypeDefinition, asProposed, changeOf, undoByRestoring } from "./definition";

const fieldLabels = { creditlimit: "credit limit", creditholdoverride: "credit hold" };

const shared: Pick<ActionTypeDefinition, "entityTypes" | "fieldLabels" | "weigh" | "subject" | "details"> = {
  entityTypes: ["customer"],
  fieldLabels,
  weigh(payload, live) {
    const movement = subtract(changeOf(payload, "creditlimit").to, live.values.creditlimit ?? "0");
    const impactCents = toCents(movement);
    return {
      movementPercent: null,
      impactCents,
      basis: "of credit",
      customerRef: live.facts.customer_name ?? live.recordName ?? payload.entity_ref,
      sku: null,
      complete: impactCents !== null,
    };
  },
  subject: (payload, live) => live?.facts.customer_name ?? live?.recordName ?? payload.entity_ref,
  details(_payload, live) {
    const open = live?.facts.open_orders_cents;
    return open === undefined ? [] : [`open orders ${formatCents(open, live?.facts.currency ?? "USD")}`];
  },
};

export const customerCreditLimit: ActionTypeDefinition = {
  ...shared,
  type: "customer_credit_limit",
  title: "Credit limit",
  sentence(payload, live) {
    const { from, to } = changeOf(payload, "creditlimit");
    const currency = live?.facts.currency ?? "USD";
    const old = from ?? live?.values.creditlimit ?? null;
    return [
      `Set the credit limit of ${this.subject(payload, live)}`,
      old === null ? "" : ` from ${formatMoney(old, currency)}`,
      to === null ? "" : ` to ${formatMoney(to, currency)}`,
    ].join("");
  },
  undo: undoByRestoring,
};

export const customerCreditRevoke: ActionTypeDefinition = {
  ...shared,
  type: "customer_credit_revoke",
  title: "Revoke credit limit",
  sentence(payload, live) {
    const limit = changeOf(payload, "creditlimit");
    const old = limit.from ?? live?.values.creditlimit ?? null;
    const was = old === null ? "" : ` of ${formatMoney(old, live?.facts.currency ?? "USD")}`;
    const customer = this.subject(payload, live);
    const holds = changeOf(payload, "creditholdoverride").to === "ON";
    // Each half is said only where the payload writes it.
    if (limit.to !== "0")
      return holds ? `Hold new orders of ${customer}` : `Change the credit of ${customer}`;
    return `Revoke the credit limit${was} of ${customer}${holds ? " and hold new orders" : ""}`;
  },
  // Giving credit back is a decision of its own kind: it is proposed as a new limit.
  undo: (payload) => {
    const { from, to } = changeOf(payload, "creditlimit");
    if (from === null || to === null) return null;
    return {
      ...asProposed(payload),
      action_type: "customer_credit_limit",
      changes: [{ field: "creditlimit", from: to, to: from }],
    };
  },
};
