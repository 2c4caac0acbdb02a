import { personFromRequest } from "@/lib/auth/session/principals";
import { addPersonSchema } from "@/lib/contract/people";
import { addPerson } from "@/lib/gateway/access/people/add-person";
import { listPeople } from "@/lib/gateway/access/people/list-people";
import { readJsonBody } from "@/lib/http/json-body";
import { json, route } from "@/lib/http/route";

export const GET = route(async (request) => {
  const person = await personFromRequest(request);
  return json({ items: await listPeople(person) });
});

export const POST = route(async (request) => {
  const person = await personFromRequest(request);
  return json(await addPerson(person, await readJsonBody(request, addPersonSchema)), 201);
});
