"use server";

import type { z } from "zod";
import { type KitProposal, waitForDecisionSchema } from "@/lib/contract/kit/results";
import { readOwnProposal } from "@/lib/gateway/read/proposals/read-own-proposal";
import { answerAction } from "@/lib/http/server-action";

/**
 * How a proposal of the signed-in person stands, at its next change or after `waitSeconds`. For server code: a browser
 * runs one server action at a time, so a page that waits here could decide nothing meanwhile. A page asks listMyProposals.
 */
export async function waitForDecision(input: z.input<typeof waitForDecisionSchema>): Promise<KitProposal> {
  const answered = await answerAction(waitForDecisionSchema, input, (person, { id, waitSeconds }) =>
    readOwnProposal(person, id, waitSeconds),
  );
  return answered.ok ? { ok: true, proposal: answered.result } : answered;
}
