import { personFromRequest } from "@/lib/auth/session/principals";
import { cacheVersionsQuerySchema } from "@/lib/contract/internal";
import { readCacheVersions } from "@/lib/gateway/read/state/read-cache-versions";
import { checkInput } from "@/lib/http/json-body";
import { json, route } from "@/lib/http/route";

export const GET = route(async (request) => {
  const person = await personFromRequest(request);
  const query = checkInput(cacheVersionsQuerySchema, Object.fromEntries(new URL(request.url).searchParams));
  return json(await readCacheVersions(person, query));
});
