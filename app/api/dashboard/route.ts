import { personFromRequest } from "@/lib/auth/principals";
import { readDashboard } from "@/lib/gateway/read-operations";
import { json, route } from "@/lib/http/route";

export const GET = route(async (request) => json(await readDashboard(await personFromRequest(request))));
