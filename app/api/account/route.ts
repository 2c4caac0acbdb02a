import { personFromRequest } from "@/lib/auth/session/principals";
import { renameSchema } from "@/lib/contract/people";
import { readAccount } from "@/lib/gateway/access/account/read-account";
import { renameSelf } from "@/lib/gateway/access/account/rename-self";
import { readJsonBody } from "@/lib/http/json-body";
import { json, route } from "@/lib/http/route";

export const GET = route(async (request) => json(await readAccount(await personFromRequest(request))));

export const PATCH = route(async (request) => {
  const person = await personFromRequest(request);
  const { name } = await readJsonBody(request, renameSchema);
  return json(await renameSelf(person, name));
});
