import { personFromRequest } from "@/lib/auth/session/principals";
import { bulkDecideSchema } from "@/lib/contract/decision";
import { bulkDecide } from "@/lib/gateway/decide/bulk-decide";
import { readJsonBody } from "@/lib/http/json-body";
import { json, route } from "@/lib/http/route";

export const POST = route(async (request) => {
  const person = await personFromRequest(request);
  const input = await readJsonBody(request, bulkDecideSchema);
  return json(await bulkDecide(person, input));
});
