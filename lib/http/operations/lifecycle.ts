import {
  cancelSchema,
  editSchema,
  endResultSchema,
  reproposeSchema,
  undoSchema,
  versionResultSchema,
  withdrawSchema,
} from "@/lib/contract/lifecycle";
import { type Operation, READ_PROBLEMS, ok } from "./operation";

const PROBLEMS = [400, ...READ_PROBLEMS, 409, 413, 415, 422];
const made = { 201: { description: "The new version, to be decided anew", schema: versionResultSchema } };

/** What people do with a proposed action beside deciding it. */
export const LIFECYCLE_OPERATIONS: readonly Operation[] = [
  {
    method: "post",
    path: "/api/proposed-actions/{id}/edit",
    summary: "Replace a proposal with one that writes other values",
    caller: "person",
    body: editSchema,
    answers: made,
    problems: [...PROBLEMS, 410, 412],
  },
  {
    method: "post",
    path: "/api/proposed-actions/{id}/repropose",
    summary: "Propose what went stale, expired or was cancelled once more, from the live values",
    caller: "person",
    body: reproposeSchema,
    answers: made,
    problems: PROBLEMS,
  },
  {
    method: "post",
    path: "/api/proposed-actions/{id}/undo",
    summary: "Propose the change that takes an applied one back",
    caller: "person",
    body: undoSchema,
    answers: made,
    problems: PROBLEMS,
  },
  {
    method: "post",
    path: "/api/proposed-actions/{id}/withdraw",
    summary: "Withdraw a proposal that you wrote, or that was made for you",
    caller: "person",
    body: withdrawSchema,
    answers: ok(endResultSchema),
    problems: PROBLEMS,
  },
  {
    method: "post",
    path: "/api/proposed-actions/{id}/cancel",
    summary: "Take back an approval of which nothing was sent",
    caller: "person",
    body: cancelSchema,
    answers: ok(endResultSchema),
    problems: [...PROBLEMS, 410],
  },
];
