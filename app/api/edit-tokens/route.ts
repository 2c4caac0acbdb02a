import { personFromRequest } from "@/lib/auth/session/principals";
import { editTokenSchema } from "@/lib/contract/decision";
import { issueEditToken } from "@/lib/gateway/decide/issue-edit-token";
import { readJsonBody } from "@/lib/http/json-body";
import { json, route } from "@/lib/http/route";

export const POST = route(async (request) => {
  const person = await personFromRequest(request);
  return json(await issueEditToken(person, await readJsonBody(request, editTokenSchema)), 201);
});
