import {
  actionDetailSchema,
  actionListSchema,
  listQuerySchema,
  liveViewSchema,
  overviewSchema,
} from "@/lib/contract/action-view";
import { dashboardSchema } from "@/lib/contract/dashboard-view";
import {
  bulkDecideResultSchema,
  bulkDecideSchema,
  decideResultSchema,
  decideSchema,
  editTokenResultSchema,
  editTokenSchema,
} from "@/lib/contract/decision";
import { type Operation, READ_PROBLEMS, ok } from "./operation";

const DECIDE_PROBLEMS = [400, 401, 403, 404, 409, 410, 412, 413, 415, 422, 423, 428];

export const ACTION_OPERATIONS: readonly Operation[] = [
  {
    method: "get",
    path: "/api/proposed-actions",
    summary: "List proposed actions",
    caller: "person",
    query: listQuerySchema,
    answers: ok(actionListSchema),
    problems: [400, 401, 403, 422],
  },
  {
    method: "get",
    path: "/api/proposed-actions/{id}",
    summary: "Read one proposed action in full",
    caller: "person",
    answers: ok(actionDetailSchema),
    problems: [400, ...READ_PROBLEMS],
  },
  {
    method: "get",
    path: "/api/proposed-actions/{id}/live",
    summary: "Read the record as it is in NetSuite now",
    caller: "person",
    answers: ok(liveViewSchema),
    problems: [400, ...READ_PROBLEMS],
  },
  {
    method: "post",
    path: "/api/proposed-actions/{id}/decide",
    summary: "Approve or reject",
    caller: "person",
    body: decideSchema,
    headers: [
      {
        name: "X-Edit-Token",
        required: false,
        description: "Needed to approve at L5; from /api/edit-tokens.",
      },
    ],
    answers: ok(
      decideResultSchema,
      "claimed, vote_recorded, or already_decided by the same person in the same way",
    ),
    problems: DECIDE_PROBLEMS,
  },
  {
    method: "post",
    path: "/api/proposed-actions/bulk-decide",
    summary: "Decide up to 500 at once; one outcome per row",
    caller: "person",
    body: bulkDecideSchema,
    answers: ok(bulkDecideResultSchema),
    problems: [400, 401, 403, 413, 415, 422],
  },
  {
    method: "post",
    path: "/api/edit-tokens",
    summary: "Step up: typed reference and second factor mint a single-use token",
    caller: "person",
    body: editTokenSchema,
    answers: { 201: { description: "Minted", schema: editTokenResultSchema } },
    problems: [400, 401, 403, 404, 409, 410, 412, 413, 415, 422, 429],
  },
  {
    method: "get",
    path: "/api/overview",
    summary: "Counts, oldest, switches, lane",
    caller: "person",
    answers: ok(overviewSchema),
    problems: [401, 403],
  },
  {
    method: "get",
    path: "/api/dashboard",
    summary: "Figures of the last seven days",
    caller: "person",
    answers: ok(dashboardSchema),
    problems: [401, 403],
  },
];
