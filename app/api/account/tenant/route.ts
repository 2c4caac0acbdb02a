import { personFromRequest } from "@/lib/auth/session/principals";
import { chooseTenantSchema } from "@/lib/contract/people";
import { chooseTenant } from "@/lib/gateway/access/account/choose-tenant";
import { readJsonBody } from "@/lib/http/json-body";
import { json, route } from "@/lib/http/route";

export const PUT = route(async (request) => {
  const person = await personFromRequest(request);
  const { tenant_id } = await readJsonBody(request, chooseTenantSchema);
  return json(await chooseTenant(person, tenant_id));
});
