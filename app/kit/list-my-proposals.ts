"use server";

import type { z } from "zod";
import { type KitProposals, listMineSchema } from "@/lib/contract/kit/results";
import { listOwnProposals } from "@/lib/gateway/read/proposals/list-own-proposals";
import { answerAction } from "@/lib/http/server-action";

/** Tools' proposals for the signed-in person, newest first. Cheap enough to be read every second or two. */
export async function listMyProposals(input: z.input<typeof listMineSchema> = {}): Promise<KitProposals> {
  const answered = await answerAction(listMineSchema, input, (person, query) =>
    listOwnProposals(person, query),
  );
  return answered.ok ? { ok: true, proposals: answered.result } : answered;
}
