"use server";

import type { z } from "zod";
import {
  type KitProposal,
  type KitProposals,
  listMineSchema,
  waitForDecisionSchema,
  withdrawSchema,
} from "@/lib/contract/kit/results";
import { withdrawOwnProposal } from "@/lib/gateway/amend/withdraw-own-proposal";
import { listOwnProposals } from "@/lib/gateway/read/proposals/list-own-proposals";
import { readOwnProposal } from "@/lib/gateway/read/proposals/read-own-proposal";
import { answerAction } from "@/lib/http/server-action";

/** Tools' proposals for the signed-in person, newest first. Cheap enough to be read every second or two. */
export async function listMyProposals(input: z.input<typeof listMineSchema> = {}): Promise<KitProposals> {
  const answered = await answerAction(listMineSchema, input, (person, query) =>
    listOwnProposals(person, query),
  );
  return answered.ok ? { ok: true, proposals: answered.result } : answered;
}

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

/** Takes back what a tool proposed for the signed-in person, while nobody has decided it. */
export async function withdrawProposal(input: z.input<typeof withdrawSchema>): Promise<KitProposal> {
  const answered = await answerAction(withdrawSchema, input, (person, { id }) =>
    withdrawOwnProposal(person, id),
  );
  return answered.ok ? { ok: true, proposal: answered.result } : answered;
}
