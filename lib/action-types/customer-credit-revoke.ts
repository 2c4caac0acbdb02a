import { base } from "@/lib/core/action/tier-rules";
import { formatMoney } from "@/lib/core/values/money";
import { asProposed, changeOf } from "./shared/change";
import { creditLimit, customerCredit } from "./shared/credit";
import { defineActionType } from "./shared/definition";
import { reference, seenValue, word } from "./shared/tool";

export const customerCreditRevoke = defineActionType({
  ...customerCredit,
  type: "customer_credit_revoke",
  title: "Revoke credit limit",
  fields: [
    creditLimit,
    {
      field: "creditholdoverride",
      label: "credit hold",
      kind: "text",
      aliases: ["credit_hold", "credit_hold_override"],
    },
  ],
  // To revoke credit is both: no limit, and new orders on hold even where the account's preference says otherwise.
  implied: [{ field: "creditholdoverride", to: "ON" }],
  onlyTo: "0",
  tierRules: [base("credit-revoke", 5)],
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
  tool: {
    name: "propose_credit_revocation",
    description:
      "Proposes to take a customer's credit limit away and to hold new orders. Always critical: a person reads it, types the reference and proves a second factor; nothing is written now.",
    words: {
      customer: word("entity_ref", reference, "The customer's name, such as Halvorsen Markets."),
      from: seenValue("changes.creditlimit.from", "The credit limit"),
    },
    always: [{ field: "creditlimit", to: "0" }],
  },
  example: {
    entity_type: "customer",
    entity_ref: "Halvorsen Markets",
    changes: [
      { field: "creditlimit", from: 120_000, to: 0 },
      { field: "creditholdoverride", from: "AUTO", to: "ON" },
    ],
    context: {},
    record: { type: "customer", id: "702" },
  },
});
