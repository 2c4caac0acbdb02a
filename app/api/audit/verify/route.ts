import { personFromRequest } from "@/lib/auth/session/principals";
import { verifyLedger } from "@/lib/gateway/ledger/verify-ledger";
import { json, route } from "@/lib/http/route";

export const GET = route(async (request) => json(await verifyLedger(await personFromRequest(request))));
