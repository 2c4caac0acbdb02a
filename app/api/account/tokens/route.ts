import { personFromRequest } from "@/lib/auth/session/principals";
import { createTokenSchema } from "@/lib/contract/people";
import { createToken } from "@/lib/gateway/access/account/create-token";
import { readAccount } from "@/lib/gateway/access/account/read-account";
import { readJsonBody } from "@/lib/http/json-body";
import { json, route } from "@/lib/http/route";

export const GET = route(async (request) => {
  const { tokens } = await readAccount(await personFromRequest(request));
  return json({ items: tokens });
});

export const POST = route(async (request) => {
  const person = await personFromRequest(request);
  const { name, expires_in_days } = await readJsonBody(request, createTokenSchema);
  return json(await createToken(person, { name, validDays: expires_in_days }), 201);
});
