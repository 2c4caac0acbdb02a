"use server";

import type { z } from "zod";
import { type KitProposal, withdrawSchema } from "@/lib/contract/kit/results";
import { withdrawOwnProposal } from "@/lib/gateway/amend/withdraw-own-proposal";
import { answerAction } from "@/lib/http/server-action";

/** Takes back what a tool proposed for the signed-in person, while nobody has decided it. */
export async function withdrawProposal(input: z.input<typeof withdrawSchema>): Promise<KitProposal> {
  const answered = await answerAction(withdrawSchema, input, (person, { id }) =>
    withdrawOwnProposal(person, id),
  );
  return answered.ok ? { ok: true, proposal: answered.result } : answered;
}
