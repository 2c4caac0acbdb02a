import { listQuerySchema } from "@/lib/contract/actions/action-view";
import { actionListSchema, anyDetailSchema } from "@/lib/contract/actions/outline";
import {
  liveReadingsQuerySchema,
  liveReadingsSchema,
  liveViewSchema,
} from "@/lib/contract/actions/live-view";
import { dashboardSchema, overviewSchema } from "@/lib/contract/monitoring/overview";
import { readLive, readLiveReadings } from "@/lib/gateway/live/read-live";
import { listActions, readAction } from "@/lib/gateway/read/actions/read-actions";
import { readDashboard, readOverview } from "@/lib/gateway/read/state/read-overview";
import { defineOperation, ok } from "@/lib/operations/frame/operation";

/** Proposed actions as people read them, and the figures over all of them. */

export const actions = {
  listActions: defineOperation("GET /api/proposed-actions", {
    summary: "List proposed actions",
    query: listQuerySchema,
    answers: ok(actionListSchema),
    refusals: ["malformed_request"],
    verb: (person, query) => listActions(person, query),
  }),
  readAction: defineOperation("GET /api/proposed-actions/{id}", {
    summary: "Read one proposed action in full",
    answers: ok(anyDetailSchema),
    verb: (person, { id }) => readAction(person, id),
  }),
  readLive: defineOperation("GET /api/proposed-actions/{id}/live", {
    summary: "Read the record as it is in NetSuite now",
    answers: ok(liveViewSchema),
    refusals: ["rate_limited"],
    verb: (person, { id }) => readLive(person, id),
  }),
  readLiveReadings: defineOperation("GET /api/live-readings", {
    summary: "Read the records of several waiting actions with one request to NetSuite",
    query: liveReadingsQuerySchema,
    answers: ok(liveReadingsSchema),
    refusals: ["rate_limited"],
    verb: (person, { ids }) => readLiveReadings(person, ids),
  }),
  readOverview: defineOperation("GET /api/overview", {
    summary: "Counts, oldest, switches, lane",
    answers: ok(overviewSchema),
    verb: (person) => readOverview(person),
  }),
  readDashboard: defineOperation("GET /api/dashboard", {
    summary: "Figures of the last seven days",
    answers: ok(dashboardSchema),
    verb: (person) => readDashboard(person),
  }),
};
