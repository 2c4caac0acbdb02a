import { personFromRequest } from "@/lib/auth/session/principals";
import { drainPushes } from "@/lib/gateway/deliver/repair/replay-push";
import { json, route } from "@/lib/http/route";

export const POST = route(async (request) => json(await drainPushes(await personFromRequest(request))));
