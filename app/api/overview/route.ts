import { personFromRequest } from "@/lib/auth/session/principals";
import { readOverview } from "@/lib/gateway/read/state/read-overview";
import { json, route } from "@/lib/http/route";

export const GET = route(async (request) => json(await readOverview(await personFromRequest(request))));
