import { keepCustomerWatch } from "@/db/queries/pushes/internal-writes";
import type { Subscriber } from "./subscriber";

/** Keeps what was approved for each customer in a table of its own, for whoever watches how customers fare. */
export const customerHealth: Subscriber = {
  id: "watch-customer-health",
  title: "Customer health",
  event: "hitl.approved",
  purpose: "Keeps every approved change that concerns a customer, with its worth.",
  async handle(tx, tenantId, actionId) {
    const customer = await keepCustomerWatch(tx, tenantId, actionId);
    return customer === null ? null : `Kept for ${customer}`;
  },
};
