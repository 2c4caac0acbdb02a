import { personFromRequest } from "@/lib/auth/principals";
import { listDeadLetters } from "@/lib/gateway/read-operations";
import { json, route } from "@/lib/http/route";

export const GET = route(async (request) =>
  json({ items: await listDeadLetters(await personFromRequest(request)) }),
);
