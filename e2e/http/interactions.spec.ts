import { randomUUID } from "node:crypto";
import type { AnsweredView, InteractionView } from "@/lib/contract/interactions/interactions";
import { companyOf } from "@/lib/gateway/access/found-company";
import { type As, call, succeed } from "../support/http/call";
import { database } from "../support/database";
import { expectStatus, send } from "../support/http/request";
import { userOf, useStorageKey } from "../support/installation";
import { foundOtherTenant } from "../support/people/other-tenant";
import { expectNothingWritten, expectProblem } from "../support/http/refusal";
import { expect, test } from "../support/test";

/** Questions to people over HTTP: asked by an agent or a person, answered by those who are asked. */

/** Somebody of the installation's own company, by token. */
async function hireApprover(name: string): Promise<{ userId: number; as: As }> {
  useStorageKey();
  const sql = database();
  const [tenant] = await sql<{ tenantId: number; slug: string; name: string }[]>`
    SELECT t.id AS "tenantId", t.slug, t.name FROM tenants t JOIN memberships m ON m.tenant_id = t.id
    JOIN users u ON u.id = m.user_id WHERE u.email = ${userOf("admin").email}`;
  const company = companyOf(sql, tenant!);
  const email = `${name.toLowerCase()}-${randomUUID()}@example.test`;
  const person = await company.addPerson({ name, email, role: "approver" });
  return { userId: person.userId, as: { token: await company.addToken(person) } };
}

const schema = {
  type: "object",
  required: ["count"],
  properties: { count: { type: "integer", minimum: 1 } },
};
const question = (userId: number, more: object = {}) => ({
  interaction_type: "input" as const,
  request_data: { message: "How many cases of {{sku}}?", schema },
  context: { sku: "10472" },
  responders: [{ user_id: userId }],
  ...more,
});

async function asked(userId: number, more: object = {}): Promise<InteractionView> {
  return expectStatus<InteractionView>(await call("askAsAgent", "agent", question(userId, more)), 201);
}

test("an agent asks once for a key, the person who is asked answers, and the agent reads the answer", async () => {
  const { userId, as } = await hireApprover("Olga");
  const request = { ...question(userId), idempotency_key: randomUUID() };
  const first = expectStatus<InteractionView>(await call("askAsAgent", "agent", request), 201);
  expect(first).toMatchObject({ status: "pending", message: "How many cases of 10472?", response: null });
  expect(expectStatus<InteractionView>(await call("askAsAgent", "agent", request), 200).id).toBe(first.id);
  expectProblem(
    await call("askAsAgent", "agent", { ...request, timeout_seconds: 60 }),
    "idempotency_conflict",
  );
  const { id } = first;
  const { items } = await succeed("readInteractions", as, { status: "pending" });
  expect(items.find((one) => one.id === id)).toMatchObject({ may_answer: true });
  const said = expectStatus<AnsweredView>(await call("answer", as, { id, response: { count: 3 } }), 200);
  expect(said).toMatchObject({ outcome: "responded", your_answer: { count: 3 }, may_answer: false });
  expect(await succeed("correctAnswer", as, { id, response: { count: 4 } })).toMatchObject({
    outcome: "responded",
  });
  expect(await succeed("readAgentInteraction", "agent", { id })).toMatchObject({
    status: "responded",
    response: { answer: { count: 4 }, by: "Olga", timed_out: false },
  });
  expectProblem(await call("correctAnswer", as, { id, response: { count: 5 } }), "answer_counted");
  expect((await succeed("readAgentInteractions", "agent", { limit: 1 })).items).toMatchObject([{ id }]);
});

test("a body that does not fit is refused with its field: of the question when it is asked, of the answer when it is given", async () => {
  const { userId, as } = await hireApprover("Pia");
  const { id } = await asked(userId);
  await expectNothingWritten(async () => {
    const ask = (more: object) => call("askAsAgent", "agent", question(userId, more) as never);
    expectProblem(await ask({ timeout_seconds: 59 }), "validation_failed", "timeout_seconds");
    expectProblem(await ask({ context: {} }), "validation_failed", "request_data.message");
    expectProblem(
      await ask({ responders: [{ user_id: 999_999 }] }),
      "validation_failed",
      "responders.0.user_id",
    );
    expectProblem(await ask({ channel_type: "slack" }), "validation_failed", "channel_type");
    expectProblem(
      await call("answer", as, { id, response: { count: 0 } }),
      "validation_failed",
      "response.count",
    );
    expectProblem(await call("answer", as, { id, response: null }), "validation_failed", "response");
  });
});

test("others do not see a question, admins see that it exists, and neither they nor agents answer it", async () => {
  const { userId } = await hireApprover("Quentin");
  const { id } = await asked(userId);
  const response = { count: 3 };
  const { agentKey, adminToken } = await foundOtherTenant();
  await expectNothingWritten(async () => {
    for (const as of ["approver", "viewer"] as const) {
      expectProblem(await call("readInteraction", as, { id }), "not_found");
      expectProblem(await call("answer", as, { id, response }), "not_found");
      expectProblem(await call("cancelQuestion", as, { id }), "not_found");
    }
    expectProblem(await call("answer", "admin", { id, response }), "not_allowed");
    expectProblem(await call("readInteraction", { token: adminToken }, { id }), "not_found");
    expectProblem(await call("answer", { token: adminToken }, { id, response }), "not_found");
    expectProblem(await call("readAgentInteraction", { token: agentKey }, { id }), "not_found");
    expectProblem(await call("cancelAgentInteraction", { token: agentKey }, { id }), "not_found");
    const path = `/api/interactions/${id}/respond`;
    const bare = await send(path, { method: "POST", body: { response } });
    expect(bare.status).toBe(401);
    expectProblem(await call("answer", "agent", { id, response }), "not_allowed");
  });
  expect(await succeed("readInteraction", "admin", { id })).toMatchObject({
    redacted: true,
    message: null,
    schema: null,
    may_answer: false,
  });
  expect((await succeed("readInteractions", "approver", {})).items.map((one) => one.id)).not.toContain(id);
});

test("a second answer, and one after the cancelling, are refused, each with its own words", async () => {
  const [olga, pia] = [await hireApprover("Rosa"), await hireApprover("Sami")];
  const both = { responders: [{ user_id: olga.userId }, { user_id: pia.userId }] };
  const once = await asked(olga.userId, both);
  expect(await succeed("answer", olga.as, { id: once.id, response: { count: 1 } })).toMatchObject({
    outcome: "responded",
  });
  for (const { as } of [olga, pia])
    expectProblem(await call("answer", as, { id: once.id, response: { count: 2 } }), "already_responded");

  const two = await asked(olga.userId, { ...both, rule: "all" });
  expect(await succeed("answer", olga.as, { id: two.id, response: { count: 1 } })).toMatchObject({
    outcome: "recorded",
  });
  expect(await succeed("retractAnswer", olga.as, { id: two.id })).toMatchObject({ answers_given: 0 });
  expect(await succeed("cancelAgentInteraction", "agent", { id: two.id })).toMatchObject({
    status: "cancelled",
  });
  expectProblem(await call("answer", pia.as, { id: two.id, response: { count: 1 } }), "question_cancelled");
});

test("people ask and cancel as well, viewers do not, and a preview asks nobody", async () => {
  const { userId } = await hireApprover("Tara");
  const mine = expectStatus<InteractionView>(await call("ask", "approver", question(userId)), 201);
  expect(await succeed("readInteraction", "approver", { id: mine.id })).toMatchObject({ may_answer: false });
  expectProblem(await call("answer", "approver", { id: mine.id, response: { count: 1 } }), "not_allowed");
  expect(await succeed("cancelQuestion", "approver", { id: mine.id })).toMatchObject({ status: "cancelled" });
  await expectNothingWritten(async () => {
    expectProblem(await call("ask", "viewer", question(userId)), "not_allowed");
    const { responders: _, context: __, ...preview } = question(userId);
    expect(await succeed("previewQuestion", "viewer", preview)).toMatchObject({
      problems: ["{{sku}} has no value"],
      schema,
    });
  });
});
