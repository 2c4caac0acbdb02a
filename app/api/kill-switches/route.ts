import { personFromRequest } from "@/lib/auth/session/principals";
import { killSwitchSchema } from "@/lib/contract/operations";
import { readOverview } from "@/lib/gateway/read/state/read-overview";
import { setKillSwitch } from "@/lib/gateway/controls/set-kill-switch";
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
