import { personFromRequest } from "@/lib/auth/session/principals";
import { runRetention } from "@/lib/gateway/controls/enforce-retention";
import { json, route } from "@/lib/http/route";

export const POST = route(async (request) => json(await runRetention(await personFromRequest(request))));
