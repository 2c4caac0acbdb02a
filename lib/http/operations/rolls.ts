import { z } from "zod";
import {
  cacheVersionListSchema,
  cacheVersionsQuerySchema,
  draftsQuerySchema,
  emailDraftListSchema,
  emailDraftSchema,
  markDraftSchema,
} from "@/lib/contract/internal";
import {
  cancelRemainingResultSchema,
  cancelRemainingSchema,
  lineListSchema,
  linesQuerySchema,
  liveLinesQuerySchema,
  liveLinesSchema,
} from "@/lib/contract/lines";
import { type Operation, READ_PROBLEMS, ok } from "./operation";

/** The lines of rolls, and what stays with us instead of going to NetSuite. */
export const ROLL_OPERATIONS: readonly Operation[] = [
  {
    method: "get",
    path: "/api/proposed-actions/{id}/lines",
    summary: "Read the lines of a roll and what became of each",
    caller: "person",
    query: linesQuerySchema,
    answers: ok(lineListSchema),
    problems: [400, ...READ_PROBLEMS, 422],
  },
  {
    method: "get",
    path: "/api/proposed-actions/{id}/lines/live",
    summary: "Read a page of lines as NetSuite holds them now",
    caller: "person",
    query: liveLinesQuerySchema,
    answers: ok(liveLinesSchema),
    problems: [400, ...READ_PROBLEMS, 422],
  },
  {
    method: "get",
    path: "/api/proposed-actions/{id}/lines.csv",
    summary: "Download the lines of a roll with their results",
    caller: "person",
    answers: { 200: { description: "One row per change", schema: z.string(), type: "text/csv" } },
    problems: [400, ...READ_PROBLEMS],
  },
  {
    method: "post",
    path: "/api/proposed-actions/{id}/cancel-remaining",
    summary: "Give up the lines of a roll that wait or gave up, so that it can end",
    caller: "person",
    body: cancelRemainingSchema,
    answers: ok(cancelRemainingResultSchema),
    problems: [400, ...READ_PROBLEMS, 409, 413, 415, 422],
  },
  {
    method: "get",
    path: "/api/email-drafts",
    summary: "List drafts of e-mails; nothing here is ever sent",
    caller: "person",
    query: draftsQuerySchema,
    answers: ok(emailDraftListSchema),
    problems: [401, 403, 422],
  },
  {
    method: "post",
    path: "/api/email-drafts/{id}",
    summary: "Mark a draft as used or discarded, or open again",
    caller: "person",
    body: markDraftSchema,
    answers: ok(emailDraftSchema),
    problems: [400, ...READ_PROBLEMS, 413, 415, 422],
  },
  {
    method: "get",
    path: "/api/cache-versions",
    summary: "List the version of each cache that holds",
    caller: "person",
    query: cacheVersionsQuerySchema,
    answers: ok(cacheVersionListSchema),
    problems: [401, 403, 422],
  },
];
