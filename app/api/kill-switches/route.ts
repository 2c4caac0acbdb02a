import { personFromRequest } from "@/lib/auth/principals";
import { killSwitchSchema } from "@/lib/contract/operations";
import { readOverview } from "@/lib/gateway/read-operations";
import { setKillSwitch } from "@/lib/gateway/set-kill-switch";
import { readJsonBody } from "@/lib/http/json-body";
import { json, route } from "@/lib/http/route";

export const GET = route(async (request) => {
  const person = await personFromRequest(request);
  const { switches } = await readOverview(person);
  return json({ switches });
});

export const PUT = route(async (request) => {
  const person = await personFromRequest(request);
  const input = await readJsonBody(request, killSwitchSchema);
  return json({ switches: await setKillSwitch(person, input) });
});
