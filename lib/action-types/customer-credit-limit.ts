import { base } from "@/lib/core/action/tier-rules";
import { formatMoney } from "@/lib/core/values/money";
import { changeOf, undoByRestoring } from "./shared/change";
import { creditLimit, customerCredit } from "./shared/credit";
import { defineActionType } from "./shared/definition";
import { decided, decimal, reference, seenValue, word } from "./shared/tool";

export const customerCreditLimit = defineActionType({
  ...customerCredit,
  type: "customer_credit_limit",
  title: "Credit limit",
  fields: [creditLimit],
  tierRules: [base("new-credit-limit", 4)],
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
  tool: {
    name: "propose_credit_limit",
    description: decided("Proposes a new credit limit for a customer."),
    words: {
      customer: word("entity_ref", reference, "The customer's name, such as Coastal Pantry."),
      from: seenValue("changes.creditlimit.from", "The credit limit"),
      to: word("changes.creditlimit.to", decimal, "The new limit in the customer's currency, such as 75000."),
    },
  },
  example: {
    entity_type: "customer",
    entity_ref: "Coastal Pantry",
    changes: [{ field: "creditlimit", from: 60_000, to: 75_000 }],
    context: {},
    record: { type: "customer", id: "704" },
  },
});
