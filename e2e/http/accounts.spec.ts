import type { InputOf, OperationName } from "@/lib/operations";
import { call } from "../support/http/call";
import { parse, send } from "../support/http/request";
import { userOf } from "../support/installation";
import { createByAdmin } from "../support/people/people";
import { foundOtherTenant } from "../support/people/other-tenant";
import { expectNothingWritten, expectProblem, expectRefused } from "../support/http/refusal";
import { expect, test } from "../support/test";

/** Refusals about people, agents and accounts that no schema can know. */

const person = { name: "Nia Okafor", email: "nia@greenfield.example", role: "viewer" } as const;
const enrolment = { enrolment: "v1.a.b.c", code: "123456" };
const good = "three unrelated words";

const rows: [name: OperationName, variant: string, input: object, field: string][] = [
  ["addPerson", "a name of spaces", { ...person, name: "  " }, "name"],
  ["addPerson", "a name that reorders text", { ...person, name: "Nia\u202eOkafor" }, "name"],
  ["addPerson", "no address", { ...person, email: "nia" }, "email"],
  ["createAgent", "a person who is not here", { name: "a", on_behalf_of: 999_999_999 }, "on_behalf_of"],
  ["renameSelf", "a name of spaces", { name: "  " }, "name"],
  ["changePassword", "a weak one", { current_password: "x", new_password: "short" }, "new_password"],
  ["confirmSecondFactor", "an enrolment that is none", enrolment, "enrolment"],
];
for (const [name, variant, input, field] of rows) {
  test(`${name} with ${variant} is answered 422 and names ${field}`, async () => {
    await expectNothingWritten(async () => {
      expectProblem(await call(name, "admin", input as InputOf<typeof name>), "validation_failed", field);
    });
  });
}

test("a change of an agent that changes nothing is answered 422", async () => {
  const { agent } = await createByAdmin();
  expectProblem(await call("changeAgent", "admin", { id: agent.id }), "validation_failed");
});

test("the ids of another company's people name nobody for whom an agent may speak", async () => {
  const other = await foundOtherTenant();
  const { id } = parse<{ id: number }>(await send("/api/account", { token: other.adminToken }));
  const answer = await call("createAgent", "admin", { name: "spy", on_behalf_of: id });
  expectProblem(answer, "validation_failed", "on_behalf_of");
});

test("a token makes no token, a used link sets no password, and no answer repeats a secret", async () => {
  await expectRefused({
    path: "/api/account/tokens",
    request: { method: "POST", token: userOf("admin").token, body: { name: "ci", expires_in_days: 1 } },
    code: "not_allowed",
  });
  const problem = await expectRefused({
    path: "/api/account/password-link",
    request: { method: "POST", body: { token: "csl_never-made", password: good } },
    code: "expired",
  });
  expect(JSON.stringify(problem)).not.toContain("never-made");
  const forged = await send("/api/account/password-link", {
    method: "POST",
    headers: { origin: "https://elsewhere.example" },
    body: { token: "csl_x", password: good },
  });
  expect(forged.status).toBe(403);
});
