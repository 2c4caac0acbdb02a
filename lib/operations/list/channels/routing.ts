import { readQuestionReach } from "@/lib/interactions/read-reach";
import {
  previewRoutingSchema,
  publishRoutingSchema,
  reachSchema,
  routedSchema,
  routingSchema,
  timesSchema,
  timesViewSchema,
} from "@/lib/contract/settings/routing";
import {
  readOwnTimes,
  readTimesOf,
  setOwnTimes,
  setTimesOf,
} from "@/lib/messages/routing/notification-times";
import { previewRouting } from "@/lib/messages/routing/preview-routing";
import { publishRouting, readRouting } from "@/lib/messages/routing/publish-routing";
import { readActionReach } from "@/lib/messages/routing/read-reach";
import { defineOperation, ok } from "@/lib/operations/frame/operation";

/** The recipients of messages about questions and actions: who, when, and why not the others. */

const anyTimes = {
  time_zone: "Europe/Berlin",
  quiet: { from: "22:00", until: "07:00" },
  away: null,
};

export const routing = {
  readRouting: defineOperation("GET /api/routing", {
    summary: "Read the company's rules of whom to tell",
    role: "admin",
    answers: ok(routingSchema),
    verb: (person) => readRouting(person),
  }),
  publishRouting: defineOperation("PUT /api/routing", {
    summary: "Put rules of whom to tell in force; they never change who may decide",
    role: "admin",
    body: publishRoutingSchema,
    example: {
      base_version: 0,
      rules: [{ name: "Night duty", when: { about: "action", tier_min: 4 }, tell: [{ role: "approver" }] }],
      note: "Somebody looks at night",
    },
    answers: ok(routingSchema),
    refusals: ["changed"],
    verb: (person, input) => publishRouting(person, input),
  }),
  previewRouting: defineOperation("POST /api/routing/preview", {
    summary: "Ask who would hear of an action or a question now; it tells nobody",
    role: "admin",
    body: previewRoutingSchema,
    example: { action_id: 1 },
    answers: ok(routedSchema),
    refusals: ["not_found"],
    verb: (person, input) => previewRouting(person, input),
  }),
  readActionReach: defineOperation("GET /api/proposed-actions/{id}/notifications", {
    summary: "Read whom an action reached, when, by which channel and why, and why not the others",
    answers: ok(reachSchema),
    refusals: ["not_found"],
    verb: (person, { id }) => readActionReach(person, id),
  }),
  readQuestionReach: defineOperation("GET /api/interactions/{id}/notifications", {
    summary: "Read whom a question reached, when, by which channel and why, and why not the others",
    answers: ok(reachSchema),
    refusals: ["not_found"],
    verb: (person, { id }) => readQuestionReach(person, id),
  }),
  readOwnTimes: defineOperation("GET /api/notification-times", {
    summary: "Read your quiet hours, time zone and deputy",
    answers: ok(timesViewSchema),
    verb: (person) => readOwnTimes(person),
  }),
  setOwnTimes: defineOperation("PUT /api/notification-times", {
    summary: "Set your quiet hours, time zone and deputy",
    body: timesSchema,
    example: anyTimes,
    answers: ok(timesViewSchema),
    verb: (person, times) => setOwnTimes(person, times),
  }),
  readTimesOf: defineOperation("GET /api/people/{id}/notification-times", {
    summary: "Read a person's quiet hours, time zone and deputy",
    role: "admin",
    answers: ok(timesViewSchema),
    refusals: ["not_found"],
    verb: (person, { id }) => readTimesOf(person, id),
  }),
  setTimesOf: defineOperation("PUT /api/people/{id}/notification-times", {
    summary: "Set a person's quiet hours, time zone and deputy",
    role: "admin",
    body: timesSchema,
    example: anyTimes,
    answers: ok(timesViewSchema),
    refusals: ["not_found"],
    verb: (person, { id, ...times }) => setTimesOf(person, { userId: id, times }),
  }),
};
