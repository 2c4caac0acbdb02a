import { personFromRequest } from "@/lib/auth/session/principals";
import { signOutEverywhere } from "@/lib/gateway/access/account/sign-out-everywhere";
import { json, route } from "@/lib/http/route";

export const POST = route(async (request) => json(await signOutEverywhere(await personFromRequest(request))));
