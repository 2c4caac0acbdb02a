import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { ACTIONS, type Action, type Proposal, type RunView, type Word } from "@countersign/sdk";
import { format, resolveConfig } from "prettier";
import { TOOL_EXAMPLES } from "@/app/kit/testing/examples";
import { DEFINITIONS } from "@/lib/action-types/registry";
import { contractFile, contractModule } from "@/scripts/action-types/render-sdk";
import type { OpenApi } from "@/scripts/action-types/sdk-operations";
import { readAction } from "../support/http/api";
import { call, succeed } from "../support/http/call";
import { database, forgetTotpStep } from "../support/database";
import { openFaultyProxy } from "../support/http/faulty-proxy";
import { expectStatus, send } from "../support/http/request";
import { userOf } from "../support/installation";
import { createByAdmin } from "../support/people/people";
import { proposeCritical } from "../support/proposals/proposals";
import { peopleOf } from "../support/proposals/questions";
import { client, note, personal, refusalOf, unique } from "../support/clients/sdk";
import { codeOf } from "../support/people/second-factor";
import { expect, test } from "../support/test";
import { newName, notingText, publish } from "../support/proposals/workflows";

/** The SDK against the running app. */

async function decide({ id }: { id: number }, decision: "approve" | "reject", comment?: string) {
  const { payload_hash } = await readAction(id);
  return succeed("decideAction", "approver", { id, decision, payload_hash, ...(comment && { comment }) });
}

test("the SDK's types and addresses are those of the running app's own document", async () => {
  const document = expectStatus<OpenApi>(await send("/api/openapi.json"), 200);
  const text = await format(await contractModule(document), {
    ...(await resolveConfig(contractFile)),
    filepath: contractFile,
  });
  expect(await readFile(contractFile, "utf8")).toBe(text);
});

test("an agent proposes, is rejected with a reason, proposes again as it was told, and sees it applied", async () => {
  const cs = client();
  const scripted = async (): Promise<string[]> => {
    const said: string[] = [];
    let text = note().note;
    for (;;) {
      const proposal = await cs.propose.arNote({
        customer: "Riverbend Foods",
        note: text,
        reason: "From the call",
      });
      said.push(`proposed ${text}`);
      decided.push(proposal);
      const decision = await proposal.decision({ timeoutMs: 120_000 });
      said.push(`${decision.status} ${decision.comment ?? ""}`.trim());
      if (!decision.ok) {
        text = decision.comment!;
        continue;
      }
      const outcome = await proposal.outcome({ timeoutMs: 120_000 });
      said.push(outcome.ok ? "written" : outcome.status);
      return said;
    }
  };
  const decided: Proposal[] = [];
  const work = scripted();
  await expect.poll(() => decided.length).toBe(1);
  const wanted = `Call them on Monday (${unique()})`;
  await decide(decided[0]!, "reject", wanted);
  await expect.poll(() => decided.length).toBe(2);
  await decide(decided[1]!, "approve");
  const said = await work;
  expect(said.slice(1)).toEqual([
    `rejected ${wanted}`,
    `proposed ${wanted}`,
    expect.stringMatching(/^approved|applied/),
    "written",
  ]);
});

test("each method of propose makes a proposal of its type, from the words of its example", async () => {
  const { key: agentKey } = await createByAdmin({ proposals_per_minute_max: 100 });
  const cs = client({ agentKey });
  const propose = cs.propose as unknown as Record<string, (words: object) => Promise<Proposal>>;
  const typesById = new Map<number, string>();
  for (const [name, { actionType, words, lineWords = [] }] of Object.entries<Action>(ACTIONS)) {
    const example = TOOL_EXAMPLES[DEFINITIONS.find(({ type }) => type === actionType)!.tool.name]!;
    const { id } = await propose[name]!(
      withoutSeen([...words, ...lineWords], { ...example, reason: unique() }),
    );
    typesById.set(id, actionType);
    // Some examples name one record and field, of which one value may wait; the trivial ones went by themselves.
    await cs.proposals.withdraw(id).catch(() => null);
  }
  const listed: [number, string][] = [];
  for await (const { id, action_type: type } of cs.proposals.all()) listed.push([id, type]);
  expect(listed.toReversed()).toEqual([...typesById]);
});

/** Without the values that the example says were seen: the app takes the live ones. */
function withoutSeen(words: readonly Word[], values: Record<string, unknown>): Record<string, unknown> {
  const liveFields = words.filter(({ place }) => place.endsWith(".from")).map(({ name }) => name);
  const kept = Object.entries(values).filter(([name]) => !liveFields.includes(name));
  const inside = kept.map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map((line) => withoutSeen(words, line as Record<string, unknown>)) : value,
  ]);
  return Object.fromEntries(inside) as Record<string, unknown>;
}

test("a proposal whose answer was lost twice is one proposal, and the repetition says that it was made before", async () => {
  await using proxy = await openFaultyProxy();
  proxy.loseAnswers(2);
  const cs = client({ url: proxy.url });
  const input = note();
  const proposal = await cs.propose.arNote(input);
  expect(proxy.requests).toEqual(Array(3).fill("POST /api/v1/proposals"));
  expect(proposal.created).toBe(false);
  const again = await cs.propose.arNote(input, { idempotencyKey: proposal.idempotencyKey });
  expect([again.id, again.created]).toEqual([proposal.id, false]);
  const [{ count }] = (await database()`
    SELECT count(*)::int FROM proposed_actions WHERE idempotency_key = ${proposal.idempotencyKey}`) as [
    { count: number },
  ];
  expect(count).toBe(1);
  const other = await refusalOf(cs.propose.arNote(note(), { idempotencyKey: proposal.idempotencyKey }));
  expect(other).toMatchObject({ status: 409, code: "idempotency_conflict" });
});

test("the caller's own correlation id and trace go with a proposal to its row", async () => {
  const correlationId = `order-${unique()}`;
  const traceId = randomUUID().replaceAll("-", "");
  const about = { correlationId, traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
  const { id, view } = await client().propose.arNote(note(), about);
  expect(view.correlation_id).toBe(correlationId);
  const [row] = await database()`SELECT trace_id FROM proposed_actions WHERE id = ${id}`;
  expect(row).toEqual({ trace_id: traceId });
});

test("a wait goes on over answers that were lost and requests that nobody answers", async () => {
  await using proxy = await openFaultyProxy();
  const cs = client({ url: proxy.url, attemptTimeoutMs: 1_000 });
  const proposal = await cs.propose.arNote(note());
  proxy.loseAnswers(2);
  const work = proposal.decision({ timeoutMs: 120_000 });
  await expect.poll(() => proxy.requests.length).toBeGreaterThan(3);
  await decide(proposal, "reject", "Not now");
  expect(await work).toMatchObject({
    ok: false,
    status: "rejected",
    comment: "Not now",
    decidedBy: expect.any(String),
  });
});

test("an agent reads, lists and withdraws its proposals, and sees none of others", async () => {
  const { key: agentKey } = await createByAdmin();
  const cs = client({ agentKey });
  const proposals = [
    await cs.propose.arNote(note()),
    await cs.propose.arNote(note()),
    await cs.propose.arNote(note()),
  ];
  const ids = proposals.map(({ id }) => id).toReversed();
  expect((await cs.proposals.list()).items.map(({ id }) => id)).toEqual(ids);
  const all: number[] = [];
  for await (const { id } of cs.proposals.all({ status: ["pending"], limit: 1 })) all.push(id);
  expect(all).toEqual(ids);
  expect(await proposals[0]!.withdraw()).toMatchObject({ id: proposals[0]!.id, status: "cancelled" });
  expect(await proposals[0]!.withdraw()).toMatchObject({ status: "cancelled" });
  expect(await proposals[0]!.refresh()).toMatchObject({
    status: "cancelled",
    end_reason: "withdrawn by the agent",
  });
  expect(await proposals[0]!.decision()).toMatchObject({ ok: false, status: "cancelled" });
  expect((await cs.proposals.list({ status: ["cancelled"] })).items).toMatchObject([
    { action_type: "ar_note" },
  ]);
  expect(await proposals[1]!.decision({ timeoutMs: 0 })).toMatchObject({ ok: false, status: "pending" });
  expect(await refusalOf(client().proposals.get(proposals[1]!.id))).toMatchObject({ code: "not_found" });
  await decide(proposals[2]!, "reject", "No");
  expect(await refusalOf(proposals[2]!.withdraw())).toMatchObject({
    code: "not_withdrawable",
    problem: { action_status: "rejected" },
  });
});

test("an agent begins a run, watches it to its end, begins it only once, and cancels another", async () => {
  await using proxy = await openFaultyProxy();
  const name = newName("sdk");
  await publish(notingText(name));
  const cs = client({ url: proxy.url });
  proxy.loseAnswers(1);
  const run = await cs.runs.start({ workflow: name, inputs: { text: note().note } });
  expect((await cs.runs.list({ workflow: name })).items.map(({ id }) => id)).toEqual([run.id]);
  const statuses: string[] = [];
  const work = cs.runs.wait(run.id, { timeoutMs: 120_000, onChange: ({ status }) => statuses.push(status) });
  const proposedBy = (view: RunView) =>
    view.steps.find(({ step_id: id }) => id === "note")?.proposed_action_id ?? null;
  await expect.poll(async () => proposedBy(await cs.runs.get(run.id))).not.toBeNull();
  await decide({ id: proposedBy(await cs.runs.get(run.id))! }, "approve");
  expect(await work).toMatchObject({ id: run.id, status: "succeeded" });
  expect(statuses.at(-1)).toBe("succeeded");

  const second = await cs.runs.start({
    workflow: name,
    inputs: { text: note().note },
    trigger_ref: unique(),
  });
  await expect.poll(async () => proposedBy(await cs.runs.get(second.id))).not.toBeNull();
  proxy.loseAnswers(1);
  expect(await cs.runs.cancel(second.id)).toMatchObject({ id: second.id, cancelled_by: expect.any(String) });
  expect(await cs.runs.wait(second.id, { timeoutMs: 60_000 })).toMatchObject({ status: "cancelled" });
  const all: number[] = [];
  for await (const { id } of cs.runs.all({ workflow: name, limit: 1 })) all.push(id);
  expect(all).toEqual([second.id, run.id]);
  expect(await refusalOf(cs.runs.start({ workflow: name, inputs: {} }))).toMatchObject({
    code: "validation_failed",
    errors: [{ path: "inputs.text" }],
  });
});

test("an agent asks people, hears their answer, asks only once, and cancels another question", async () => {
  await using proxy = await openFaultyProxy();
  const cs = client({ url: proxy.url });
  const question = async () =>
    cs.questions.ask({
      interaction_type: "selection",
      request_data: {
        message: `Who delivers? (${unique()})`,
        options: ["Driscoll's", "Naturipe"].map((label) => ({ value: label, label })),
      },
      responders: await peopleOf("approver"),
    });
  proxy.loseAnswers(1);
  const openQuestion = await question();
  await succeed("answer", "approver", { id: openQuestion.id, response: "Naturipe" });
  expect(await cs.questions.wait(openQuestion.id)).toMatchObject({
    status: "responded",
    response: { answer: "Naturipe" },
  });
  const other = await question();
  expect(await cs.questions.wait(other.id, { timeoutMs: 0 })).toMatchObject({ status: "pending" });
  proxy.loseAnswers(1);
  expect(await cs.questions.cancel(other.id)).toMatchObject({ id: other.id, status: "cancelled" });
  expect(await cs.questions.get(other.id)).toMatchObject({ status: "cancelled" });
  const { items } = await cs.questions.list({ status: ["cancelled"], limit: 1 });
  expect(items.map(({ id }) => id)).toEqual([other.id]);
  const newest: number[] = [];
  for await (const { id } of cs.questions.all({ limit: 1 })) {
    newest.push(id);
    if (newest.length === 2) break;
  }
  expect(newest).toEqual([other.id, openQuestion.id]);
});

test("a person's tool reads, rejects and approves by the hash that was read, and at L5 with reference and code", async () => {
  const person = personal();
  const [first, second] = [await client().propose.arNote(note()), await client().propose.arNote(note())];
  const action = await person.action(first.id);
  expect(action).toMatchObject({ id: first.id, status: "pending", payload_hash: first.view.payload_hash });
  expect(await refusalOf(person.approve(first.id, { payloadHash: "0".repeat(64) }))).toMatchObject({
    code: "changed",
  });
  expect(await person.reject(first.id, { payloadHash: action.payload_hash, comment: "No" })).toMatchObject({
    outcome: "claimed",
    status: "rejected",
  });
  const approval = { payloadHash: second.view.payload_hash, comment: "Good" };
  expect(await person.approve(second.id, approval)).toMatchObject({ outcome: "claimed" });
  expect(await person.approve(second.id, approval)).toMatchObject({ outcome: "already_decided" });

  const critical = await proposeCritical();
  const { email, totpSecret } = userOf("approver");
  await forgetTotpStep(email);
  const { edit_token: editToken } = await person.editToken({
    action_id: critical.id,
    payload_hash: critical.payload_hash,
    decision: "approve",
    typed_reference: critical.entityRef,
    factor: { type: "totp", code: codeOf(totpSecret) },
  });
  expect(
    await person.approve(critical.id, { payloadHash: critical.payload_hash, confirmed: true, editToken }),
  ).toMatchObject({ outcome: "claimed" });
  expect((await call("readAction", "approver", { id: critical.id })).status).toBe(200);
});
