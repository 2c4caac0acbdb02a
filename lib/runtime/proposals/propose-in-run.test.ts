import { describe, expect, test } from "vitest";
import { withdrawAction } from "@/lib/gateway/amend/withdraw-action";
import type { ApprovalFilter } from "@/db/queries/workflows/approvals";
import { takeBackDecision } from "@/lib/gateway/amend/take-back-decision";
import { setGraceSetting } from "@/lib/gateway/controls/grace-setting";
import { amendmentsOf } from "@/lib/gateway/testing/amendments";
import { proposals } from "@/lib/gateway/testing/proposals";
import { readApprovals } from "@/lib/runtime/runs/read-approvals";
import { approve, workThrough } from "@/lib/gateway/testing/deliver";
import { publishPolicy } from "@/lib/gateway/rules/publish-policy";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { DEFAULT_POLICY_TEXT } from "@/lib/policy/default-policy.cedar";
import { policyHash } from "@/lib/policy/engine";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { verifyLedger } from "@/lib/gateway/ledger/verify/verify-ledger";
import { cancelRun, pauseRun, resumeRun } from "@/lib/runtime/runs/steer-run";
import { startRun } from "@/lib/runtime/runs/start-run";
import { tidyRuns } from "@/lib/runtime/work/tidy-runs";
import { stepsOf, useRuns } from "@/lib/runtime/testing/use-runs";

const runs = await useRuns();
const { world, owner, gateway, admin, approver, publish, start, workOff, look } = runs;

/** A workflow that proposes one note for a customer, and goes on when it is written. */
const noting = (name: string, more = "", approval = "") => `workflow: ${name}
inputs: { type: object, properties: { text: { type: string, default: Hello } } }
limits: { writes: 2 }
steps:
  - id: note
    tool: netsuite.propose
    with:
      action_type: ar_note
      entity_type: customer
      entity_ref: Coastal Pantry
      changes: [{ field: note, to: "\${{ inputs.text }}" }]
      reason: Because of \${{ inputs.text }}
${approval}
  - { id: after, tool: transform, with: { value: "\${{ steps.note.output.action_id }} \${{ steps.note.output.record_id }}" } }
${more}`;

async function proposed(name: string, source = noting(name), inputs = {}) {
  await publish(source);
  const { id } = await start(name, { inputs });
  await workOff();
  const run = await look(id);
  const actionId = run.steps.find(({ step_id }) => step_id === "note")!.proposed_action_id!;
  const [action] = await owner<
    {
      id: number;
      payload_hash: string;
      agent: string;
      on_behalf_of_user_id: number;
      required_approvals: number;
      reason: string;
    }[]
  >`
    SELECT a.id, a.payload_hash, g.name AS agent, a.on_behalf_of_user_id, a.required_approvals, a.reason
    FROM proposed_actions a JOIN agents g ON g.id = a.agent_id WHERE a.id = ${actionId}`;
  return { id, run, action: action! };
}

describe("a step that proposes", () => {
  test("waits for people, is done when its write has landed, and hands on its ids", async () => {
    const { id, run, action } = await proposed("lands");
    expect(run).toMatchObject({ status: "waiting_approval", writes: { used: 1, max: 2 } });
    expect(stepsOf(run)).toEqual(["note:waiting_approval", "after:ready"]);
    expect(action).toMatchObject({
      agent: "workflow-lands",
      on_behalf_of_user_id: approver.userId,
      reason: "Because of Hello",
    });
    await approve(world, action);
    // Approved is not written yet.
    await workOff();
    expect(await look(id)).toMatchObject({ status: "waiting_approval" });
    await workThrough(world, action.id);
    const [wake] =
      await owner`SELECT count(*)::int AS n FROM outbox WHERE event_id = ${`wake-action-${action.id}`}`;
    expect(wake!.n).toBe(1);
    await workOff();
    expect(await look(id)).toMatchObject({ status: "succeeded" });
    expect(await runs.outputOf(id, "after")).toEqual({
      value: expect.stringMatching(new RegExp(`^${action.id} \\d+$`)),
    });
  });
  test.each([
    [
      "rejected",
      async (id: number, hash: string) =>
        void (await world.decide(admin, { id, payload_hash: hash }, { decision: "reject", comment: "No" })),
      "was rejected: No",
    ],
    [
      "cancelled",
      async (id: number) => void (await withdrawAction(approver, id, "Not now", gateway)),
      "was withdrawn",
    ],
    [
      "expired",
      async (id: number) => {
        await world.superuser.begin(async (tx) => {
          await tx`SET LOCAL session_replication_role = replica`;
          await tx`UPDATE proposed_actions SET expires_at = created_at + interval '1 ms' WHERE id = ${id}`;
        });
        await owner`SELECT expire_actions(${world.tenantId}::bigint, 10)`;
      },
      "expired before anybody decided",
    ],
  ] as const)("fails for good when its proposal is %s, and says so", async (status, end, words) => {
    const { id, action } = await proposed(`ends-${status}`);
    await end(action.id, action.payload_hash);
    await workOff();
    const run = await look(id);
    expect(stepsOf(run)).toEqual(["note:failed_terminal", "after:cancelled"]);
    expect(run.status).toBe("failed_terminal");
    expect(run.error!.message).toContain(words);
    expect(run.steps[0]!.last_error!.code).toBe(`write_${status}`);
  });
  test("with `two_person` needs two, whatever its tier", async () => {
    const { action } = await proposed("both", noting("both", "", "    approval: { two_person: true }"));
    expect(action.required_approvals).toBe(2);
    expect(await world.decide(approver, action)).toMatchObject({ outcome: "vote_recorded" });
    expect(await world.decide(admin, action)).toMatchObject({ outcome: "claimed" });
  });
  test("with `two_person` is not approved by its authors alone while somebody else could, whatever its tier", async () => {
    const { action } = await proposed(
      "authored",
      noting("authored", "", "    approval: { two_person: true }"),
    );
    const third = await world.home.person("Olga", "approver");
    await owner`UPDATE memberships SET in_office_since = in_office_since - interval '48 hours'`;
    // Ana began the run, and Adam published its workflow.
    expect(await world.decide(approver, action)).toMatchObject({ outcome: "vote_recorded" });
    await expectRefusal(world.decide(admin, action), "own_proposal");
    expect(await world.decide(third, action)).toMatchObject({ outcome: "claimed" });
  });
  test("with `two_person` needs two of an edited version as well, which the run then waits for", async () => {
    const { id, action } = await proposed(
      "edited",
      noting("edited", "", "    approval: { two_person: true }"),
    );
    await amendmentsOf(world).edit(action, { changes: [{ field: "note", to: "Said more plainly" }] });
    const [successor] = await owner<{ id: number; required_approvals: number }[]>`
      SELECT id, required_approvals FROM proposed_actions WHERE supersedes_id = ${action.id}`;
    expect(successor!.required_approvals).toBe(2);
    expect((await look(id)).steps[0]).toMatchObject({
      status: "waiting_approval",
      proposed_action_id: successor!.id,
    });
  });
  test("goes on waiting where an approval is taken back, for the proposal that came back in its place", async () => {
    await setGraceSetting(admin, { seconds: 20, reason: "A test" }, gateway);
    const { id, action } = await proposed("taken-back");
    expect(await world.decide(approver, action, { channel: "page" })).toMatchObject({ outcome: "claimed" });
    const back = await takeBackDecision(approver, action.id, gateway);
    expect((await look(id)).steps[0]).toMatchObject({
      status: "waiting_approval",
      proposed_action_id: back.id,
    });
    await setGraceSetting(admin, { seconds: 0, reason: "A test" }, gateway);
  });
  test("that NetSuite or the rules refuse fails at once, in their words", async () => {
    const run = await runs.follow(noting("refused").replace("Coastal Pantry", "Nobody at all"));
    expect(run.status).toBe("failed_terminal");
    expect(run.steps[0]!.last_error).toMatchObject({ code: "record_missing" });
  });
  test("that is larger than a proposal may be fails at once, and says which part", async () => {
    const long = `context: { a: "${"x".repeat(2_001)}" }\n      entity_ref:`;
    const text = noting("too-large").replace("entity_ref:", long);
    const run = await runs.follow(text);
    expect(run).toMatchObject({ status: "failed_terminal", writes: { used: 0 } });
    expect(run.steps[0]!.last_error).toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining("context.a"),
    });
  });
});

test("a run that is paused and resumed while people decide waits for approval again", async () => {
  const { id } = await proposed("resumed");
  expect(await pauseRun(approver, id, gateway)).toMatchObject({ status: "paused" });
  expect(await resumeRun(approver, id, gateway)).toMatchObject({ status: "waiting_approval" });
});

describe("a run that ends early", () => {
  test("by hand takes its proposal back, which nobody is asked about any more", async () => {
    const { id, action } = await proposed("stopped");
    expect(await cancelRun(approver, id, gateway)).toMatchObject({
      status: "cancelled",
      cancelled_by: "Ana",
    });
    await tidyRuns(gateway);
    expect(await world.statusOf(action.id)).toBe("cancelled");
    await expectRefusal(cancelRun(approver, id, gateway), "run_is_over");
  });
  test("with a step that fails beside it takes its proposal back too", async () => {
    const beside = `  - { id: bad, needs: [], wait: "\${{ timestamp('2000-01-01T00:00:00Z') }}" }
  - { id: worse, needs: [bad], tool: transform, with: { value: "\${{ decimal('x') }}" } }`;
    const { id, action, run } = await proposed("beside", noting("beside", beside));
    expect(run.status).toBe("failed_terminal");
    await tidyRuns(gateway);
    expect(await world.statusOf(action.id)).toBe("cancelled");
    expect(stepsOf(await look(id))).toContain("note:cancelled");
  });
});

test("a run proposes no more writes than its cap, however many its list has", async () => {
  await publish(`workflow: capped
inputs: { type: object, required: [names], properties: { names: { type: array, items: { type: string } } } }
limits: { writes: 3 }
steps:
  - id: notes
    for: "\${{ inputs.names }}"
    max: 3
    tool: netsuite.propose
    with: { action_type: ar_note, entity_type: customer, entity_ref: Coastal Pantry, changes: [{ field: note, to: "\${{ item }}" }] }`);
  await owner`UPDATE run_lanes SET max_writes_per_run = 2 WHERE tenant_id = ${world.tenantId}`;
  const { id } = await start("capped", { inputs: { names: ["a", "b", "c"] } });
  await workOff({ parallel: 8 });
  const run = await look(id);
  expect(run.writes).toEqual({ used: 2, max: 2 });
  expect(run.error!.message).toContain("may propose 2 writes");
  const [row] =
    await owner`SELECT count(*)::int AS n FROM proposed_actions WHERE conversation_ref = ${`run ${id}, step notes`}`;
  expect(row!.n).toBe(2);
  await owner`UPDATE run_lanes SET max_writes_per_run = 100 WHERE tenant_id = ${world.tenantId}`;
});

test("whoever published a workflow, and whoever began its run, do not approve alone what it proposes at L4", async () => {
  const home = await world.addTenant();
  const [boss, ana, otto] = [
    await home.person("Boss", "admin"),
    await home.person("Ana", "approver"),
    await home.person("Otto", "approver"),
  ];
  await owner`UPDATE memberships SET seasoned_until = NULL WHERE tenant_id = ${home.tenantId}`;
  await publish(
    `workflow: limits
limits: { writes: 1 }
steps:
  - id: note
    tool: netsuite.propose
    with: { action_type: customer_credit_limit, entity_type: customer, entity_ref: Coastal Pantry, changes: [{ field: creditlimit, to: "61000" }] }`,
    boss,
  );
  const { run } = await startRun(ana, { workflow: "limits", inputs: {} }, gateway);
  await workOff();
  const id = (await look(run.id, ana)).steps[0]!.proposed_action_id!;
  const [action] = await owner<{ payload_hash: string; risk_level: number }[]>`
    SELECT payload_hash, risk_level FROM proposed_actions WHERE id = ${id}`;
  expect(action!.risk_level).toBeGreaterThanOrEqual(4);
  const proposal = { id, payload_hash: action!.payload_hash };
  await expectRefusal(world.decide(boss, proposal), "own_proposal");
  // The shipped policy says the same of whoever an agent speaks for.
  await expectRefusal(world.decide(ana, proposal), "policy_denied");
  expect(await world.decide(otto, proposal)).toMatchObject({ outcome: "claimed" });
});

test("an approval is the action's own row: its tier is low, med or high, its status follows, and it has its run's workspace", async () => {
  const list = (filter: Partial<ApprovalFilter> & { cursor?: string } = {}) =>
    readApprovals(approver, { limit: 200, ...filter }, gateway);
  for (const proposal of [
    proposals.noteAttachment(),
    proposals.bidPrice(),
    proposals.creditLimit(),
    proposals.bigCreditRevoke(),
  ])
    await world.propose(proposal);
  const { items } = await list();
  const rows = await owner<
    { id: number; risk_level: number; status: string; decision: string | null; is_of_step: boolean }[]
  >`
    SELECT a.id, a.risk_level, a.status, a.decision,
      EXISTS (SELECT FROM steps s WHERE s.proposed_action_id = a.id) AS is_of_step
    FROM proposed_actions a WHERE a.tenant_id = ${world.tenantId} ORDER BY a.id DESC`;
  expect(new Set(rows.map(({ risk_level: level }) => level))).toEqual(new Set([1, 2, 3, 4, 5]));
  expect(items.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  const tiers = ["", "low", "low", "med", "high", "high"];
  const statuses: Record<string, string> = {
    pending: "requested",
    expired: "expired",
    cancelled: "canceled",
    superseded: "canceled",
  };
  for (const [index, { risk_level, status, decision, is_of_step }] of rows.entries())
    expect(items[index]).toMatchObject({
      tier: tiers[risk_level],
      status: statuses[status] ?? { approve: "approved", reject: "rejected" }[decision!],
      // The run of a version that was replaced waits for the one in its place.
      ...(is_of_step
        ? { run_id: expect.any(Number), step_id: expect.stringMatching(/^notes?$/), workspace: "general" }
        : { run_id: null, step_id: null, workspace: null }),
    });
  expect(new Set(items.map(({ status }) => status))).toEqual(
    new Set(["requested", "approved", "rejected", "expired", "canceled"]),
  );
  for (const { id, status, tier } of items) {
    expect((await list({ status })).items.map((one) => one.id)).toContain(id);
    expect((await list({ tier })).items.map((one) => one.id)).toContain(id);
  }
  const inRuns = items.filter(({ workspace }) => workspace === "general").map(({ id }) => id);
  expect((await list({ workspace: "general" })).items.map(({ id }) => id)).toEqual(inRuns);
  expect((await list({ workspace: "elsewhere" })).items).toEqual([]);
  const page = await list({ limit: 2 });
  expect((await list({ limit: 2, cursor: page.next_cursor! })).items.map(({ id }) => id)).toEqual(
    items.slice(2, 4).map(({ id }) => id),
  );
  const direct = (await world.propose(proposals.arNote())).proposal;
  expect((await list({ limit: 1 })).items[0]).toMatchObject({ id: direct.id, run_id: null, workspace: null });
});

test("a proposal that the policy denies fails its step and its run for good, and is in nobody's inbox", async () => {
  const text = `${DEFAULT_POLICY_TEXT}
@id("no-notes") forbid (principal, action == Countersign::Action::"propose", resource) when { resource.actionType == "ar_note" };`;
  const put = async (policy: string, base: number) => {
    const by = await steppedUp(owner, admin, "publish_policy", policyHash(policy));
    await publishPolicy(by, { text: policy, note: "why", base_version: base }, gateway);
  };
  await put(text, 1);
  await publish(noting("denied"));
  const { id } = await start("denied");
  await workOff();
  await put(DEFAULT_POLICY_TEXT, 2);
  const run = await look(id);
  expect(run).toMatchObject({ status: "failed_terminal", error: { step: "note" } });
  expect(run.steps[0]).toMatchObject({
    status: "failed_terminal",
    attempt: 1,
    proposed_action_id: null,
    last_error: { code: "policy_denied", message: expect.stringContaining("no notes") },
  });
  const [row] = await owner`
    SELECT count(*)::int AS n FROM proposed_actions WHERE conversation_ref = ${`run ${id}, step note`}`;
  expect(row!.n).toBe(0);
});

test("whatever was proposed, the ledger is intact but for what was aged by hand", async () => {
  const { faults } = await verifyLedger(admin, { mode: "full" }, gateway);
  expect(
    faults.filter(({ kind }) => !["row_differs", "expiry_differs", "change_unexplained"].includes(kind)),
  ).toEqual([]);
});
