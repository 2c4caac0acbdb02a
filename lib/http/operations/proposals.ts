import { z } from "zod";
import { proposalSchema, proposalViewSchema } from "@/lib/contract/proposal";
import { type Operation, READ_PROBLEMS, ok } from "./operation";

const wait = z.object({
  wait: z.int().min(0).max(55).optional().describe("Seconds to wait for the next change."),
});

export const PROPOSAL_OPERATIONS: readonly Operation[] = [
  {
    method: "post",
    path: "/api/v1/proposals",
    summary: "Propose a write",
    caller: "agent",
    body: proposalSchema,
    headers: [
      {
        name: "Idempotency-Key",
        required: false,
        description: "The same key and body answer with the same row.",
      },
    ],
    answers: {
      201: { description: "Taken in", schema: proposalViewSchema },
      200: { description: "The same key and body were taken in before", schema: proposalViewSchema },
    },
    problems: [400, 401, 403, 409, 413, 415, 422, 429],
  },
  {
    method: "get",
    path: "/api/v1/proposals/{id}",
    summary: "Read one of the agent's own proposals, or wait for its next change",
    caller: "agent",
    query: wait,
    answers: ok(proposalViewSchema),
    problems: [400, ...READ_PROBLEMS, 422],
  },
  {
    method: "post",
    path: "/api/v1/proposals/{id}/withdraw",
    summary: "Withdraw a pending proposal",
    caller: "agent",
    answers: ok(proposalViewSchema),
    problems: [400, ...READ_PROBLEMS, 409],
  },
];
