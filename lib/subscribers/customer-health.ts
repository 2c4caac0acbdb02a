import { readActionRow } from "@/db/queries/actions/actions";
import { keepCustomerWatch } from "@/db/queries/pushes/internal-writes";
import { customersOf } from "@/lib/action-types/payload/customers";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import type { Subscriber } from "./subscriber";

/** Keeps the approved changes of each customer in a table of its own, for those who watch how customers fare. */
export const customerHealth: Subscriber = {
  id: "watch-customer-health",
  title: "Customer health",
  event: "hitl.approved",
  purpose: "Keeps every approved change for each customer that it concerns, with its worth.",
  async handle(tx, tenantId, actionId) {
    const action = await readActionRow(tx, tenantId, actionId);
    if (!action) return null;
    const { payloadText, customerRef, impactCents, factsJson } = action;
    const payload = JSON.parse(payloadText) as ProposalPayload;
    const lines = (factsJson.lines ?? []) as Parameters<typeof customersOf>[0]["lines"];
    const customers = customersOf({ payload, customerRef, impactCents, lines });
    const kept = await keepCustomerWatch(tx, tenantId, actionId, customers);
    const [first] = customers;
    if (first === undefined || kept.length === 0) return null;
    return kept.length === 1
      ? `Kept for ${kept[0]}`
      : `Kept for ${first.customer_ref} and ${kept.length - 1} more`;
  },
};
