import { agentFromRequest } from "@/lib/auth/session/principals";
import { withdrawProposal } from "@/lib/gateway/amend/withdraw-proposal";
import { idOf, json, route } from "@/lib/http/route";

export const POST = route<{ id: string }>(async (request, { params }) => {
  const agent = await agentFromRequest(request);
  return json(await withdrawProposal(agent, idOf(params.id, "id")));
});
