import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { inTenant } from "@/db/client";
import { insertAction } from "@/db/testing/rows";
import { amendmentsOf } from "@/lib/gateway/testing/amendments";
import type { TriggerEvent } from "@/lib/core/run/trigger-events";
import { expectRefusal, refusalOf } from "@/lib/gateway/testing/race";
import { proposals } from "@/lib/gateway/testing/proposals";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { signWebhook } from "@/lib/outbound";
import { noteStep } from "@/lib/runtime/testing/note-step";
import { useRuns } from "@/lib/runtime/testing/use-runs";
import { beginForEvent } from "./events";
import { lastDue } from "./due-times";
import { beginScheduled } from "./schedules";
import { makeWebhook, readWebhooks, receiveWebhook } from "./webhooks";

let now = new Date("2026-11-23T11:59:30Z");
const runs = await useRuns({ gateway: { clock: { now: () => now } } });
const { owner, gateway, admin, approver, tenantId, publish, workOff, world } = runs;

const one = "steps: [{ id: hi, tool: transform, with: { value: 1 } }]";
const runsOf = (workflow: string) =>
  owner<
    { id: number; trigger_ref: string; inputs_json: unknown; started_by_label: string; status: string }[]
  >`
    SELECT r.id, r.trigger_ref, r.inputs_json, r.started_by_label, r.status FROM runs r
    JOIN workflows f ON f.id = r.workflow_id WHERE f.name = ${workflow} ORDER BY r.id`;

describe("a schedule", () => {
  test.each([
    ["0 6 * * 1", "America/Chicago", "2026-11-23T12:00:00Z", "2026-11-23T12:00:00.000Z"],
    ["0 6 * * 1", "America/Chicago", "2026-11-23T12:00:59Z", "2026-11-23T12:00:00.000Z"],
    ["0 6 * * 1", undefined, "2026-11-23T06:10:00Z", "2026-11-23T06:00:00.000Z"],
    // The night on which clocks go back has two o'clock twice, the one on which they go forward none.
    ["30 2 * * *", "Europe/Oslo", "2026-03-29T05:00:00Z", "2026-03-29T01:30:00.000Z"],
    ["30 2 * * *", "Europe/Oslo", "2026-10-25T00:45:00Z", "2026-10-25T00:30:00.000Z"],
    ["30 2 * * *", "Europe/Oslo", "2026-10-25T05:00:00Z", "2026-10-25T00:30:00.000Z"],
    ["* * * * *", undefined, "2026-11-25T12:00:30Z", "2026-11-25T12:00:00.000Z"],
    ["0 6 * * 1", "America/Chicago", "2026-11-25T12:00:00Z", null],
  ])("%s %s at %s was due at %s", (schedule, timezone, at, due) => {
    const trigger = { schedule, ...(timezone === undefined ? {} : { timezone }) };
    expect(lastDue(trigger, new Date(at), 1)?.toISOString() ?? null).toBe(due);
  });
  test("whose `H` was published before that mark was refused is due at one time, of each workflow's own", () => {
    const of = (workflowId: number) =>
      lastDue({ schedule: "H H * * *" }, new Date("2026-11-24T23:59:59Z"), workflowId)!.toISOString();
    expect(new Set(Array.from({ length: 50 }, () => of(7)))).toEqual(new Set(["2026-11-24T02:10:00.000Z"]));
    expect(new Set(Array.from({ length: 20 }, (_, id) => of(id))).size).toBeGreaterThan(15);
  });
  test("begins one run for each time, whoever asks how often, and none for a time before its publication", async () => {
    await publish(`workflow: mondays
on: { schedule: "0 12 * * 1", inputs: { at: "\${{ run.started_at }}" } }
inputs: { type: object, required: [at], properties: { at: { type: string } } }
steps: [{ id: hi, tool: transform, with: { value: "\${{ inputs.at }}" } }]`);
    await owner`ALTER TABLE workflow_publications DISABLE TRIGGER USER`;
    await owner`UPDATE workflow_publications SET at = '2026-11-23 11:59:00+00'`;
    await owner`ALTER TABLE workflow_publications ENABLE TRIGGER USER`;
    expect(await beginScheduled(gateway)).toEqual({ begun: 0 });
    now = new Date("2026-11-23T12:00:10Z");
    const asked = await Promise.all(Array.from({ length: 8 }, () => beginScheduled(gateway)));
    expect(asked.reduce((sum, { begun }) => sum + begun, 0)).toBe(1);
    now = new Date("2026-11-23T12:05:00Z");
    expect(await beginScheduled(gateway)).toEqual({ begun: 0 });
    expect(await runsOf("mondays")).toMatchObject([
      {
        trigger_ref: "0 12 * * 1 UTC/2026-11-23T12:00:00.000Z",
        inputs_json: { at: "2026-11-23T12:00:00.000Z" },
        started_by_label: "schedule",
      },
    ]);
    // The app was down for two weeks: the last time within a day is caught up with, the others are not.
    now = new Date("2026-12-07T20:00:00Z");
    expect(await beginScheduled(gateway)).toEqual({ begun: 1 });
    expect((await runsOf("mondays")).map(({ trigger_ref }) => trigger_ref)).toEqual([
      "0 12 * * 1 UTC/2026-11-23T12:00:00.000Z",
      "0 12 * * 1 UTC/2026-12-07T12:00:00.000Z",
    ]);
  });
  test("begins the run of a time before the text was published anew, where the text before had that schedule too", async () => {
    const text = (schedule: string, more = "") =>
      `workflow: hourly${more}\non: { schedule: "${schedule}" }\n${one}`;
    const publishAt = async (at: string, source: string) => {
      await publish(source);
      await owner`ALTER TABLE workflow_publications DISABLE TRIGGER USER`;
      await owner`
        UPDATE workflow_publications SET at = ${at} WHERE id = (SELECT max(id) FROM workflow_publications)`;
      await owner`ALTER TABLE workflow_publications ENABLE TRIGGER USER`;
    };
    const begunAt = async (at: string) => {
      now = new Date(at);
      await beginScheduled(gateway);
      return (await runsOf("hourly")).map(({ trigger_ref }) => trigger_ref);
    };
    await publishAt("2026-12-08T08:10:00Z", text("0 * * * *"));
    // Nobody had asked since nine when another title was published.
    await publishAt("2026-12-08T09:00:20Z", text("0 * * * *", "\ntitle: Every hour"));
    const nine = ["0 * * * * UTC/2026-12-08T09:00:00.000Z"];
    expect(await begunAt("2026-12-08T09:00:50Z")).toEqual(nine);
    // Of another schedule the times before it was published begin none.
    await publishAt("2026-12-08T09:40:00Z", text("30 * * * *"));
    expect(await begunAt("2026-12-08T09:41:00Z")).toEqual(nine);
    expect(await begunAt("2026-12-08T10:30:05Z")).toEqual([
      ...nine,
      "30 * * * * UTC/2026-12-08T10:30:00.000Z",
    ]);
  });
});

describe("an event of ours", () => {
  test("begins a run of each workflow that waits for it, once, with what happened", async () => {
    await publish(`workflow: follows
on:
  - { event: proposal.rejected, inputs: { id: "\${{ event.id }}", what: "\${{ event.action_type }}" } }
inputs: { type: object, required: [id, what], properties: { id: { type: integer }, what: { type: string } } }
steps: [{ id: hi, tool: transform, with: { value: "\${{ inputs.id }}" } }]`);
    const { proposal } = await world.propose(proposals.arNote());
    await world.decide(approver, proposal, { decision: "reject", comment: "No" });
    const asked = await Promise.all(
      Array.from({ length: 5 }, () => beginForEvent("proposal.rejected", tenantId, proposal.id, gateway)),
    );
    expect(asked.reduce((sum, { begun }) => sum + begun, 0)).toBe(1);
    expect(await beginForEvent("proposal.applied", tenantId, proposal.id, gateway)).toEqual({ begun: 0 });
    expect(await runsOf("follows")).toMatchObject([
      { inputs_json: { id: proposal.id, what: "ar_note" }, started_by_label: "proposal.rejected" },
    ]);
  });
  test("of what a run proposed begins none, so that no two workflows answer each other for ever", async () => {
    await publish(`workflow: answers
on: { event: proposal.created }
limits: { writes: 1 }
steps:
${noteStep({ to: "Again" })}`);
    const { proposal } = await world.propose(proposals.arNote());
    await owner`UPDATE agents SET key_makers = key_makers || ${approver.userId}::bigint WHERE id = ${world.agent.agentId}`;
    expect(await beginForEvent("proposal.created", tenantId, proposal.id, gateway)).toEqual({ begun: 1 });
    await workOff();
    const [run] = await runsOf("answers");
    const [step] = await owner`
      SELECT a.id, a.on_behalf_of_user_id AS author FROM steps s JOIN proposed_actions a ON a.id = s.proposed_action_id
      WHERE s.run_id = ${run!.id}`;
    // Whoever brings an event about does not decide alone about what answers it.
    expect(step!.author).toBe(approver.userId);
    const id = step!.id as number;
    const begin = (event: TriggerEvent, actionId = id) => beginForEvent(event, tenantId, actionId, gateway);
    expect(await begin("proposal.created")).toEqual({ begun: 0 });
    // Nor does the event that comes before the step has said what it proposed, nor one of a version that somebody edited.
    await owner`ALTER TABLE steps DISABLE TRIGGER USER`;
    await owner`
      UPDATE steps SET proposed_action_id = NULL, status = 'cancelled', ended_at = clock_timestamp(), leasable = false
      WHERE run_id = ${run!.id}`;
    await owner`ALTER TABLE steps ENABLE TRIGGER USER`;
    expect(await begin("proposal.created")).toEqual({ begun: 0 });
    await publish(`workflow: answers-edits\non: { event: proposal.superseded }\n${one}`);
    const [first] = await owner<{ id: number; payload_hash: string }[]>`
      SELECT id, payload_hash FROM proposed_actions WHERE id = ${id}`;
    await amendmentsOf(world).edit(first!, { changes: [{ field: "note", to: "Another" }] }, admin);
    const [second] = await owner<
      { id: number }[]
    >`SELECT id FROM proposed_actions WHERE supersedes_id = ${id}`;
    expect(await begin("proposal.superseded")).toEqual({ begun: 0 });
    expect(await begin("proposal.created", second!.id)).toEqual({ begun: 0 });
  });
  test("that nobody brought about, or of an action that the app did not take in, begins none", async () => {
    await publish(`workflow: listens
on: { event: proposal.applied }
steps: [{ id: hi, tool: transform, with: { value: 1 } }]`);
    await publish(`workflow: hears
on: { event: proposal.expired }
steps: [{ id: hi, tool: transform, with: { value: 1 } }]`);
    const { proposal } = await world.propose(proposals.arNote());
    expect(await beginForEvent("proposal.applied", tenantId, proposal.id, gateway)).toEqual({ begun: 0 });
    const say = (actionId: number, type: string) =>
      inTenant(gateway.database, tenantId, (tx) =>
        tx.execute(sql`
          SELECT append_event(${tenantId}::bigint, 'proposed_action', ${actionId}::bigint, ${type}, 'system', 'push',
            '{"seal": "x"}')`),
      );
    await say(proposal.id, "hitl.applied");
    expect(await beginForEvent("proposal.applied", tenantId, proposal.id, gateway)).toEqual({ begun: 0 });
    const actionId = await insertAction(owner, {
      tenantId,
      userId: approver.userId,
      agentId: world.agent.agentId,
    });
    // Of this event nobody but the database is the author: it carries no seal.
    await say(actionId, "hitl.expired");
    expect(await beginForEvent("proposal.expired", tenantId, actionId, gateway)).toEqual({ begun: 0 });
    expect([...(await runsOf("listens")), ...(await runsOf("hears"))]).toEqual([]);
  });
});

const source = `workflow: counted
on: { webhook: count_closed, inputs: { n: "\${{ event.n }}" } }
inputs: { type: object, required: [n], properties: { n: { type: integer } } }
steps: [{ id: hi, tool: transform, with: { value: "\${{ inputs.n }}" } }]`;
const { id: workflowId } = await publish(source);
const made = await makeWebhook(
  await steppedUp(owner, admin, "make_webhook_key", `${workflowId}/count_closed`),
  { id: workflowId, name: "count_closed" },
  gateway,
);
describe("a signed webhook", () => {
  const call = (id: string, body: string, key = made.key, sentAt = now) => ({
    headers: new Headers({ ...signWebhook({ id, sentAt, body, keys: [key] }) }),
    body,
  });
  const receive = (signed: ReturnType<typeof call>, id = made.id) => receiveWebhook(id, signed, gateway);

  test("begins one run, however often the same one comes and by how many at once", async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => receive(call("msg-1", '{"n":1}'))));
    expect(new Set(answers.map(({ runId }) => runId)).size).toBe(1);
    expect(answers.filter(({ created }) => created)).toHaveLength(1);
    expect((await receive(call("msg-2", '{"n":2}'))).created).toBe(true);
    expect((await runsOf("counted")).map(({ inputs_json }) => inputs_json)).toEqual([{ n: 1 }, { n: 2 }]);
  });
  test("begins none a second time where it is sent again after its trigger has moved in the text", async () => {
    const moved = source.replace(/on: (.*)/, 'on:\n  - { schedule: "0 6 1 1 *", inputs: { n: 1 } }\n  - $1');
    await publish(moved);
    expect((await receive(call("msg-1", '{"n":1}'))).created).toBe(false);
    await publish(source);
  });
  test("is refused where its key, time, body or address is another, in one way", async () => {
    const other = await makeWebhook(
      await steppedUp(owner, admin, "make_webhook_key", `${workflowId}/other`),
      { id: workflowId, name: "other" },
      gateway,
    );
    const before = (await runsOf("counted")).length;
    const good = call("msg-3", '{"n":3}');
    const faults = [
      receive(call("msg-3", '{"n":3}', other.key)),
      receive(call("msg-3", '{"n":3}', made.key, new Date(now.getTime() - 600_000))),
      receive({ ...good, body: '{"n":4}' }),
      receive({ ...good, headers: new Headers() }),
      receive(good, made.id + 1_000),
      receive(good, other.id),
    ];
    const refusals = await Promise.all(faults.map(refusalOf));
    expect(new Set(refusals.map(({ code, publicMessage }) => `${code} ${publicMessage}`)).size).toBe(1);
    expect(refusals[0]).toMatchObject({ status: 401 });
    expect(await runsOf("counted")).toHaveLength(before);
  });
  test("has an author in whoever made its key: what they send says what is proposed", async () => {
    const olga = await world.home.person("Olga", "admin");
    const by = await steppedUp(owner, olga, "make_webhook_key", `${workflowId}/other`);
    await makeWebhook(by, { id: workflowId, name: "other" }, gateway);
    const [agent] = await owner`SELECT key_makers FROM agents WHERE name = 'workflow-counted'`;
    expect(agent!.key_makers).toEqual([admin.userId, olga.userId]);
  });
  test("with a body that the workflow cannot read is told why, and begins none", async () => {
    await expectRefusal(receive(call("msg-5", '{"m":1}')), "validation_failed");
    await expectRefusal(receive(call("msg-6", '{"n":"x"}')), "validation_failed");
    await expectRefusal(receive(call("msg-7", "{")), "malformed_json");
    for (const value of ['"\\u0000"', '"\\ud83d"', "[".repeat(101) + "]".repeat(101)])
      await expectRefusal(receive(call("msg-7", `{"n":1,"more":${value}}`)), "validation_failed");
  });
  test("whose inputs would be larger than the database keeps is refused, and begins none", async () => {
    const names = Array.from({ length: 30 }, (_, index) => `part_${index}`);
    const { id: swollen } = await publish(`workflow: swollen
on: { webhook: text, inputs: { ${names.map((name) => `${name}: "\${{ event.text }}"`).join(", ")} } }
inputs: { type: object, properties: { ${names.map((name) => `${name}: {}`).join(", ")} } }
${one}`);
    const by = await steppedUp(owner, admin, "make_webhook_key", `${swollen}/text`);
    const { id, key } = await makeWebhook(by, { id: swollen, name: "text" }, gateway);
    const send = (message: string, text: string) => receive(call(message, JSON.stringify({ text }), key), id);
    await expectRefusal(send("long", "x".repeat(200_000)), "validation_failed");
    expect((await send("short", "x")).created).toBe(true);
  });
  test("whose `dedupe` tells no occasions apart is refused, so that none of them is taken for another", async () => {
    const { id: ordered } = await publish(`workflow: ordered
on: { webhook: order, dedupe: "\${{ event.order }}" }
${one}`);
    const by = await steppedUp(owner, admin, "make_webhook_key", `${ordered}/order`);
    const { id, key } = await makeWebhook(by, { id: ordered, name: "order" }, gateway);
    const send = (message: string, order: string) => receive(call(message, `{"order":${order}}`, key), id);
    for (const [index, order] of ['{"n":1}', "[1]", "null", "true", '""'].entries())
      await expectRefusal(send(`none-${index}`, order), "validation_failed");
    // JavaScript would read both as 9007199254740992.
    for (const [index, order] of ["9007199254740992", "9007199254740993", "7", '"8"'].entries())
      expect((await send(`order-${index}`, order)).created, order).toBe(true);
    expect((await send("again", "7")).created).toBe(false);
    expect((await runsOf("ordered")).map(({ trigger_ref }) => trigger_ref)).toEqual([
      "order/9007199254740992",
      "order/9007199254740993",
      "order/7",
      "order/8",
    ]);
  });
  const sealedOf = async () =>
    (await owner`SELECT sealed FROM workflow_webhooks WHERE id = ${made.id}`)[0]!.sealed as string;
  const putBack = (sealed: string) =>
    inTenant(gateway.database, tenantId, (tx) =>
      tx.execute(sql`
        UPDATE workflow_webhooks SET sealed = ${sealed} WHERE tenant_id = ${tenantId} AND id = ${made.id}`),
    );
  test("made anew takes no call with the former key; neither one that was written past the app nor the former, put back, is one", async () => {
    const replaced = await sealedOf();
    const again = await makeWebhook(
      await steppedUp(owner, admin, "make_webhook_key", `${workflowId}/count_closed`),
      { id: workflowId, name: "count_closed" },
      gateway,
    );
    expect(again.id).toBe(made.id);
    await expectRefusal(receive(call("msg-8", '{"n":8}')), "unauthenticated");
    expect((await receive(call("msg-8", '{"n":8}', again.key))).created).toBe(true);
    await putBack("v1.a.b.c");
    await expectRefusal(receive(call("msg-9", '{"n":9}', again.key)), "unauthenticated");
    await putBack(replaced);
    await expectRefusal(receive(call("msg-9", '{"n":9}')), "unauthenticated");
    const listed = await readWebhooks(admin, workflowId, gateway);
    expect(listed.items.map(({ name }) => name)).toEqual(["count_closed", "other"]);
    expect(JSON.stringify(listed)).not.toContain("whsec_");
    await expectRefusal(
      makeWebhook(admin, { id: workflowId, name: "count_closed" }, gateway),
      "session_required",
    );
    await expectRefusal(readWebhooks(approver, workflowId, gateway), "not_allowed");
  });
});
