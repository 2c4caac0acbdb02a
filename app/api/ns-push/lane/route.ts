import { personFromRequest } from "@/lib/auth/session/principals";
import { readLane } from "@/lib/gateway/controls/read-lane";
import { json, route } from "@/lib/http/route";

export const GET = route(async (request) => json(await readLane(await personFromRequest(request))));
