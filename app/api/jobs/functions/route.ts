import { personFromRequest } from "@/lib/auth/principals";
import { readJobFunctions } from "@/lib/gateway/read-run-functions";
import { json, route } from "@/lib/http/route";

export const GET = route(async (request) => json(await readJobFunctions(await personFromRequest(request))));
