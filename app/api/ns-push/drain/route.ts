import { personFromRequest } from "@/lib/auth/principals";
import { drainPushes } from "@/lib/gateway/replay-push";
import { json, route } from "@/lib/http/route";

export const POST = route(async (request) => json(await drainPushes(await personFromRequest(request))));
