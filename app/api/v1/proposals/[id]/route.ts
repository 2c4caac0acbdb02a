import { z } from "zod";
import { agentFromRequest } from "@/lib/auth/session/principals";
import { PROPOSAL_LIMITS } from "@/lib/contract/proposal";
import { readProposal } from "@/lib/gateway/read/proposals/read-proposal";
import { checkInput } from "@/lib/http/json-body";
import { idOf, json, route } from "@/lib/http/route";

const query = z.object({
  wait: z.coerce.number().int().min(0).max(PROPOSAL_LIMITS.waitSecondsMax).default(0),
});

export const GET = route<{ id: string }>(async (request, { params }) => {
  const agent = await agentFromRequest(request);
  const { wait } = checkInput(query, Object.fromEntries(new URL(request.url).searchParams));
  return json(await readProposal(agent, idOf(params.id, "id"), wait, request.signal));
});
