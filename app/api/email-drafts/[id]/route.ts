import { personFromRequest } from "@/lib/auth/session/principals";
import { markDraftSchema } from "@/lib/contract/internal";
import { markEmailDraft } from "@/lib/gateway/deliver/email-drafts";
import { readJsonBody } from "@/lib/http/json-body";
import { idOf, json, route } from "@/lib/http/route";

export const POST = route<{ id: string }>(async (request, { params }) => {
  const person = await personFromRequest(request);
  const id = idOf(params.id, "id");
  const { status } = await readJsonBody(request, markDraftSchema);
  return json(await markEmailDraft(person, { id, status }));
});
