import { base } from "@/lib/core/action/tier-rules";
import { formatCents } from "@/lib/core/values/money";
import { changeOf, isPositive, undoByRestoring } from "./shared/change";
import { customerNameOf, movesNoMoney } from "./shared/customer";
import { type LiveRead, defineActionType } from "./shared/definition";
import { entity } from "./shared/target";
import { decided, reference, word } from "./shared/tool";

/** The payment terms of a customer's new orders and invoices. Earlier invoices keep their own. */
export const customerTermsChange = defineActionType({
  type: "customer_terms_change",
  title: "Payment terms",
  entityTypes: ["customer"],
  destination: "netsuite",
  effect: "update",
  record: "customer",
  fields: [
    {
      field: "terms",
      label: "payment terms",
      kind: "text",
      aliases: ["payment_terms"],
      format: "name",
      names: { from: "held_terms_id", to: "terms_id" },
    },
  ],
  target: [entity("customer")],
  pinnedIds: ["held_terms_id", "terms_id"],
  permissions: [
    {
      key: "ADMI_ACCOUNTINGLIST",
      name: "Accounting Lists",
      level: "VIEW",
      without: "changes of payment terms are refused",
      optional: true,
    },
  ],
  facts: [
    "balance_cents",
    "credit_limit_cents",
    "currency",
    "customer_name",
    "held_terms_days",
    "held_terms_discount_days",
    "held_terms_discount_percent",
    "open_orders_cents",
    "overdue_cents",
    "terms_days",
    "terms_discount_days",
    "terms_discount_percent",
  ],
  tierRules: [base("new-payment-terms", 4)],
  afterExternalEdit: "stale",
  // Terms move the day of payment, and no money.
  weigh: (payload, live) => movesNoMoney(customerNameOf(payload, live)),
  subject: customerNameOf,
  // A name may say one number of days and its record another, so the record's own days stand here, before and after.
  // A customer who pays later owes more at a time, so the details also say the debt, the overdue part and the limit.
  details(_payload, live) {
    const { balance_cents, overdue_cents, credit_limit_cents, open_orders_cents, currency } =
      live?.facts ?? {};
    const sum = (label: string, cents: number | undefined) =>
      cents === undefined ? [] : [`${label} ${formatCents(cents, currency ?? "USD")}`];
    return [
      ...meaningOf("now", live, "held_terms"),
      ...meaningOf("then", live, "terms"),
      ...sum("owes", balance_cents),
      ...(overdue_cents === 0 ? ["nothing overdue"] : sum("overdue", overdue_cents)),
      ...sum("credit limit", credit_limit_cents),
      ...sum("open orders", open_orders_cents),
      "applies to new orders and invoices",
    ];
  },
  says: ["terms"],
  sentence(payload, live) {
    const { from, to } = changeOf(payload, "terms");
    const old = from ?? live?.values.terms ?? null;
    const before = old === null ? "" : ` from ${old}`;
    return `Change the payment terms of ${this.subject(payload, live)}${before} to ${to}`;
  },
  undo: undoByRestoring,
  tool: {
    name: "propose_customer_terms",
    description: decided("Proposes other payment terms for a customer."),
    words: {
      customer: word("entity_ref", reference, "The customer's name, such as Coastal Pantry."),
      from: word(
        "changes.terms.from",
        reference.optional(),
        "The terms as you saw them. Leave it out: the gateway takes the live ones.",
      ),
      to: word("changes.terms.to", reference, "The new terms as NetSuite names them, such as Net 45."),
    },
  },
  example: {
    entity_type: "customer",
    entity_ref: "Coastal Pantry",
    changes: [{ field: "terms", from: "Net 30", to: "Net 45" }],
    context: {},
    record: { type: "customer", id: "704", held_terms_id: "2", terms_id: "6" },
    reason: "They pay on day 28 on average and ask for 45 days while their second kitchen opens.",
  },
});

/** `now due in 30 days, 2% off within 10`; nothing where NetSuite counts no days for them. */
function meaningOf(when: string, live: LiveRead | null, terms: "held_terms" | "terms"): string[] {
  const {
    [`${terms}_days` as const]: days,
    [`${terms}_discount_percent` as const]: percent,
    [`${terms}_discount_days` as const]: within,
  } = live?.facts ?? {};
  if (days === undefined) return [];
  const discount = isPositive(percent) ? `, ${percent}% off${within ? ` within ${within}` : ""}` : "";
  return [`${when} due in ${days} ${days === "1" ? "day" : "days"}${discount}`];
}
