import {
  actionDetailSchema,
  actionListSchema,
  listQuerySchema,
  liveViewSchema,
} from "@/lib/contract/action-view";
import { overviewSchema, dashboardSchema } from "@/lib/contract/overview";
import { listActions, readAction, readLive } from "@/lib/gateway/read/actions/read-actions";
import { readDashboard, readOverview } from "@/lib/gateway/read/state/read-overview";
import { byId } from "./frame/fields";
import { defineOperation, ok } from "./frame/operation";

/** Proposed actions as people read them, and the figures over all of them. */

export const actions = {
  listActions: defineOperation({
    method: "get",
    path: "/api/proposed-actions",
    summary: "List proposed actions",
    caller: "person",
    query: listQuerySchema,
    answers: ok(actionListSchema),
    refusals: ["malformed_request"],
    verb: (person, query) => listActions(person, query),
  }),
  readAction: defineOperation({
    method: "get",
    path: "/api/proposed-actions/{id}",
    summary: "Read one proposed action in full",
    caller: "person",
    address: byId,
    answers: ok(actionDetailSchema),
    verb: (person, { id }) => readAction(person, id),
  }),
  readLive: defineOperation({
    method: "get",
    path: "/api/proposed-actions/{id}/live",
    summary: "Read the record as it is in NetSuite now",
    caller: "person",
    address: byId,
    answers: ok(liveViewSchema),
    verb: (person, { id }) => readLive(person, id),
  }),
  readOverview: defineOperation({
    method: "get",
    path: "/api/overview",
    summary: "Counts, oldest, switches, lane",
    caller: "person",
    answers: ok(overviewSchema),
    verb: (person) => readOverview(person),
  }),
  readDashboard: defineOperation({
    method: "get",
    path: "/api/dashboard",
    summary: "Figures of the last seven days",
    caller: "person",
    answers: ok(dashboardSchema),
    verb: (person) => readDashboard(person),
  }),
};
