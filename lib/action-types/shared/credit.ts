import { subtract, toCents } from "@/lib/core/values/decimal";
import { formatCents } from "@/lib/core/values/money";
import { changeOf } from "./change";
import { customerNameOf } from "./customer";
import type { ActionTypeDefinition, Field } from "./definition";
import { CREDIT_LIMIT } from "./range";
import { entity } from "./target";

/** Shared by the types that change a customer's credit. */

export const creditLimit: Field = {
  field: "creditlimit",
  label: "credit limit",
  kind: "money",
  aliases: ["credit_limit"],
  range: CREDIT_LIMIT,
};

export const customerCredit = {
  entityTypes: ["customer"],
  destination: "netsuite",
  effect: "update",
  record: "customer",
  target: [entity("customer")],
  pinnedIds: [],
  facts: ["currency", "customer_name", "open_orders_cents"],
  afterExternalEdit: "stale",
  weigh(payload, live) {
    const movement = subtract(changeOf(payload, "creditlimit").to, live.values.creditlimit ?? "0");
    const impactCents = toCents(movement);
    return {
      movementPercent: null,
      impactCents,
      basis: "of credit",
      customerRef: customerNameOf(payload, live),
      sku: null,
      complete: impactCents !== null,
    };
  },
  subject: customerNameOf,
  says: ["creditlimit"],
  details(_payload, live) {
    const open = live?.facts.open_orders_cents;
    return open === undefined ? [] : [`open orders ${formatCents(open, live?.facts.currency ?? "USD")}`];
  },
} as const satisfies Partial<ActionTypeDefinition>;
