import { subscriberListSchema } from "@/lib/contract/monitoring/subscribers";
import { readSubscribers } from "@/lib/gateway/read/state/read-subscribers";
import { defineOperation, ok } from "@/lib/operations/frame/operation";

/** Those who follow the ledger's events. */

export const subscribers = {
  readSubscribers: defineOperation("GET /api/subscribers", {
    summary: "List the subscribers of the ledger's events, and what each did",
    answers: ok(subscriberListSchema),
    verb: (person) => readSubscribers(person),
  }),
};
