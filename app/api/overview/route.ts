import { personFromRequest } from "@/lib/auth/principals";
import { readOverview } from "@/lib/gateway/read-operations";
import { json, route } from "@/lib/http/route";

export const GET = route(async (request) => json(await readOverview(await personFromRequest(request))));
