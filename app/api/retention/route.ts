import { personFromRequest } from "@/lib/auth/session/principals";
import { retentionChangeSchema } from "@/lib/contract/upkeep";
import { readRetention } from "@/lib/gateway/controls/read-retention";
import { setRetention } from "@/lib/gateway/controls/set-retention";
import { readJsonBody } from "@/lib/http/json-body";
import { json, route } from "@/lib/http/route";

export const GET = route(async (request) => json(await readRetention(await personFromRequest(request))));

export const PUT = route(async (request) => {
  const person = await personFromRequest(request);
  const change = await readJsonBody(request, retentionChangeSchema);
  return json(await setRetention(person, change));
});
