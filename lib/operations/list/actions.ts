import { z } from "zod";
import {
  CSV_ROWS_MAX,
  countsQuerySchema,
  csvQuerySchema,
  historyChoicesSchema,
  listCountsSchema,
  listQuerySchema,
} from "@/lib/contract/actions/list-query";
import { actionListSchema, anyDetailSchema } from "@/lib/contract/actions/outline";
import {
  liveReadingsQuerySchema,
  liveReadingsSchema,
  liveViewSchema,
} from "@/lib/contract/actions/live-view";
import { dashboardSchema, overviewSchema } from "@/lib/contract/monitoring/overview";
import { readLive, readLiveReadings } from "@/lib/gateway/live/read-live";
import { actionsAsCsv } from "@/lib/gateway/read/actions/actions-csv";
import { countActions, listActions, readHistoryChoices } from "@/lib/gateway/read/actions/list-actions";
import { readAction } from "@/lib/gateway/read/actions/read-actions";
import { readDashboard, readOverview } from "@/lib/gateway/read/state/read-overview";
import { StreamedAnswer, defineOperation, ok } from "@/lib/operations/frame/operation";

/** Proposed actions as people read them, and the figures over all of them. */

export const actions = {
  listActions: defineOperation("GET /api/proposed-actions", {
    summary: "List proposed actions",
    query: listQuerySchema,
    answers: ok(actionListSchema),
    refusals: ["malformed_request", "rate_limited"],
    verb: (person, query) => listActions(person, query),
  }),
  countActions: defineOperation("GET /api/proposed-actions/counts", {
    summary: "Count a list by tier",
    query: countsQuerySchema,
    answers: ok(listCountsSchema),
    refusals: ["rate_limited"],
    verb: (person, query) => countActions(person, query),
  }),
  actionsAsCsv: defineOperation("GET /api/proposed-actions.csv", {
    summary: "Download a list as CSV",
    query: csvQuerySchema,
    answers: {
      200: {
        description:
          `One row per action, in the list's order, at most ${CSV_ROWS_MAX.toLocaleString("en-US")}; where there are ` +
          "more the last row says so. UTF-8 with a byte order mark. The ledger keeps who downloaded which list.",
        schema: z.string(),
        type: "text/csv",
      },
    },
    refusals: ["rate_limited"],
    verb: async (person, query) => {
      const { name, stream } = await actionsAsCsv(person, query);
      return new StreamedAnswer(stream, {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename="${name}"`,
      });
    },
  }),
  readHistoryChoices: defineOperation("GET /api/proposed-actions/choices", {
    summary: "Read what the history can be narrowed by",
    answers: ok(historyChoicesSchema),
    verb: (person) => readHistoryChoices(person),
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
