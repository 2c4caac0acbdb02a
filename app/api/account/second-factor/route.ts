import { personFromRequest } from "@/lib/auth/session/principals";
import { beginSecondFactorSchema, confirmSecondFactorSchema } from "@/lib/contract/people";
import { beginSecondFactor } from "@/lib/gateway/access/account/begin-second-factor";
import { confirmSecondFactor } from "@/lib/gateway/access/account/confirm-second-factor";
import { readJsonBody } from "@/lib/http/json-body";
import { json, route } from "@/lib/http/route";

/** The first step: a new secret. Nothing is in force yet. */
export const POST = route(async (request) => {
  const person = await personFromRequest(request);
  const { password } = await readJsonBody(request, beginSecondFactorSchema);
  return json(await beginSecondFactor(person, password), 201);
});

/** The second: its first code puts it in force. */
export const PUT = route(async (request) => {
  const person = await personFromRequest(request);
  const { enrolment, code, current_code } = await readJsonBody(request, confirmSecondFactorSchema);
  return json(await confirmSecondFactor(person, { enrolment, code, currentCode: current_code }));
});
