import { z } from "zod";
import {
  cancelRemainingResultSchema,
  lineListSchema,
  linesQuerySchema,
  liveLinesQuerySchema,
  liveLinesSchema,
} from "@/lib/contract/actions/lines";
import { cancelRemainingLines } from "@/lib/gateway/amend/cancel-remaining-lines";
import { linesAsCsv } from "@/lib/gateway/read/actions/lines-csv";
import { listLines, readLiveLines } from "@/lib/gateway/read/actions/read-lines";
import { Answer, defineOperation, ok } from "@/lib/operations/frame/operation";

export const rolls = {
  listLines: defineOperation("GET /api/proposed-actions/{id}/lines", {
    summary: "Read the lines of a roll and what became of each",
    query: linesQuerySchema,
    answers: ok(lineListSchema),
    verb: (person, { id, ...query }) => listLines(person, id, query),
  }),
  readLiveLines: defineOperation("GET /api/proposed-actions/{id}/lines/live", {
    summary: "Read a page of lines as NetSuite holds them now",
    query: liveLinesQuerySchema,
    answers: ok(liveLinesSchema),
    refusals: ["rate_limited"],
    verb: (person, { id, ...query }) => readLiveLines(person, id, query),
  }),
  linesAsCsv: defineOperation("GET /api/proposed-actions/{id}/lines.csv", {
    summary: "Download the lines of a roll with their results",
    answers: { 200: { description: "One row per change", schema: z.string(), type: "text/csv" } },
    verb: async (person, { id }) =>
      new Answer(200, await linesAsCsv(person, id), {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename="roll-${id}.csv"`,
      }),
  }),
  cancelRemainingLines: defineOperation("POST /api/proposed-actions/{id}/cancel-remaining", {
    summary: "Give up the lines of a roll that wait or gave up, so that it can end",
    role: "approver",
    body: z.strictObject({
      reason: z.string().trim().max(500).default("").describe("Kept in the ledger."),
    }),
    answers: ok(cancelRemainingResultSchema),
    refusals: ["policy_denied", "nothing_to_cancel", "may_be_written"],
    verb: (person, { id, reason }) => cancelRemainingLines(person, { actionId: id, reason }),
  }),
};
