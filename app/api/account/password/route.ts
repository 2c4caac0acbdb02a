import { personFromRequest } from "@/lib/auth/session/principals";
import { changePasswordSchema } from "@/lib/contract/people";
import { changePassword } from "@/lib/gateway/access/account/change-password";
import { readJsonBody } from "@/lib/http/json-body";
import { json, route } from "@/lib/http/route";

export const POST = route(async (request) => {
  const person = await personFromRequest(request);
  const sent = await readJsonBody(request, changePasswordSchema);
  return json(await changePassword(person, { current: sent.current_password, next: sent.new_password }));
});
