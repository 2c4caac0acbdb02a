import { personFromRequest } from "@/lib/auth/session/principals";
import { retryLane } from "@/lib/gateway/controls/retry-lane";
import { json, route } from "@/lib/http/route";

export const POST = route(async (request) => json(await retryLane(await personFromRequest(request))));
