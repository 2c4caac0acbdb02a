import { personFromRequest } from "@/lib/auth/principals";
import { readLane } from "@/lib/gateway/read-lane";
import { json, route } from "@/lib/http/route";

export const GET = route(async (request) => json(await readLane(await personFromRequest(request))));
