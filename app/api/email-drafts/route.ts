import { personFromRequest } from "@/lib/auth/session/principals";
import { draftsQuerySchema } from "@/lib/contract/internal";
import { readEmailDrafts } from "@/lib/gateway/deliver/email-drafts";
import { checkInput } from "@/lib/http/json-body";
import { json, route } from "@/lib/http/route";

export const GET = route(async (request) => {
  const person = await personFromRequest(request);
  const query = checkInput(draftsQuerySchema, Object.fromEntries(new URL(request.url).searchParams));
  return json(await readEmailDrafts(person, query));
});
