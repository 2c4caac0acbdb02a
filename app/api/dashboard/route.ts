import { personFromRequest } from "@/lib/auth/session/principals";
import { readDashboard } from "@/lib/gateway/read/state/read-overview";
import { json, route } from "@/lib/http/route";

export const GET = route(async (request) => json(await readDashboard(await personFromRequest(request))));
