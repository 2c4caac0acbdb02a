import { personFromRequest } from "@/lib/auth/session/principals";
import { changeRoleSchema } from "@/lib/contract/people";
import { changeRole } from "@/lib/gateway/access/people/change-role";
import { readJsonBody } from "@/lib/http/json-body";
import { idOf, json, route } from "@/lib/http/route";

export const PATCH = route<{ id: string }>(async (request, { params }) => {
  const person = await personFromRequest(request);
  const id = idOf(params.id, "id");
  const { role } = await readJsonBody(request, changeRoleSchema);
  return json(await changeRole(person, { id, role }));
});
