import { personFromRequest } from "@/lib/auth/session/principals";
import { readJobFunctions } from "@/lib/gateway/jobs/read-job-functions";
import { json, route } from "@/lib/http/route";

export const GET = route(async (request) => json(await readJobFunctions(await personFromRequest(request))));
