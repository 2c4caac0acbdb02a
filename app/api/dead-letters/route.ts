import { personFromRequest } from "@/lib/auth/session/principals";
import { deadLettersQuerySchema } from "@/lib/contract/upkeep";
import { readDeadLetters } from "@/lib/gateway/read/state/read-dead-letters";
import { checkInput } from "@/lib/http/json-body";
import { json, route } from "@/lib/http/route";

export const GET = route(async (request) => {
  const person = await personFromRequest(request);
  const query = checkInput(deadLettersQuerySchema, Object.fromEntries(new URL(request.url).searchParams));
  return json(await readDeadLetters(person, query));
});
