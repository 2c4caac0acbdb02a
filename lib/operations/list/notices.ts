import { z } from "zod";
import { dismissNoticesSchema, noticesSchema } from "@/lib/contract/actions/notices";
import { dismissOwnNotices } from "@/lib/gateway/decide/dismiss-notices";
import { readNotices } from "@/lib/gateway/read/state/read-notices";
import { defineOperation, ok } from "@/lib/operations/frame/operation";

/** Notices to those who approved what then went wrong. */

export const notices = {
  readNotices: defineOperation("GET /api/notices", {
    summary: "List your approvals, and writes under your standing authorisations, that went wrong",
    answers: ok(noticesSchema),
    verb: (person) => readNotices(person),
  }),
  dismissNotices: defineOperation("POST /api/notices/dismiss", {
    summary: "Dismiss notices of your own",
    body: dismissNoticesSchema,
    example: { action_ids: [1] },
    answers: ok(z.object({ left: z.int().describe("Your notices that are left.") })),
    verb: (person, { action_ids: ids }) => dismissOwnNotices(person, ids),
  }),
};
