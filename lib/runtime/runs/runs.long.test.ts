import { describe, expect, test } from "vitest";
import { pauseAgent, resumeAgent } from "@/lib/gateway/access/agents/pause-agent";
import { expectRefusal, outcomeOf, refusalOf, untilWaiting } from "@/lib/gateway/testing/race";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { verifyLedger } from "@/lib/gateway/ledger/verify/verify-ledger";
import { twoSteps } from "@/lib/runtime/testing/two-steps";
import { useRuns } from "@/lib/runtime/testing/use-runs";
import { withdrawWorkflow } from "@/lib/runtime/versions/publish-version";
import { readCaps, setCaps } from "./caps";
import { readRun, readRuns } from "./read-runs";
import { startRun } from "./start-run";
import { cancelRun } from "./steer-run";

const runs = await useRuns();
const { world, owner, gateway, admin, approver, viewer, agent, publish, start, workOff, look } = runs;

const countRuns = async (workflow: string) =>
  (
    await owner`SELECT count(*)::int AS n FROM runs r JOIN workflows f ON f.id = r.workflow_id WHERE f.name = ${workflow}`
  )[0]!.n as number;

describe("a run begins", () => {
  test("once for a trigger, however often and by how many it is sent at once", async () => {
    await publish(twoSteps("once"));
    const send = () => startRun(agent, { workflow: "once", inputs: {}, trigger_ref: "t" }, gateway);
    const answers = await Promise.all(Array.from({ length: 1_000 }, send));
    expect(new Set(answers.map(({ run }) => run.id)).size).toBe(1);
    expect(answers.filter(({ created }) => created)).toHaveLength(1);
    expect(await countRuns("once")).toBe(1);
    await expectRefusal(
      startRun(agent, { workflow: "once", inputs: { n: 2 }, trigger_ref: "t" }, gateway),
      "idempotency_conflict",
    );
  });
  test("of its own for an agent, not of somebody else who used the same trigger_ref; people share theirs", async () => {
    await publish(twoSteps("shared"));
    const send = (by: Parameters<typeof startRun>[0], trigger_ref: string) =>
      startRun(by, { workflow: "shared", inputs: {}, trigger_ref }, gateway);
    const other = await world.home.agent("another-agent");
    await send(agent, "monday");
    const refusal = await refusalOf(send(other, "monday"));
    expect(refusal).toMatchObject({
      code: "idempotency_conflict",
      message: "Somebody else began a run with this trigger_ref: use one of your own.",
    });
    expect(refusal.members).toEqual({});
    const { run } = await send(approver, "tuesday");
    await expectRefusal(send(agent, "tuesday"), "idempotency_conflict");
    expect(await send(admin, "tuesday")).toMatchObject({ created: false, run: { id: run.id } });
    expect(await countRuns("shared")).toBe(2);
  });
  test("not for an agent that is paused, until it is resumed", async () => {
    await publish(twoSteps("held"));
    const held = await world.home.agent("held-agent");
    const begin = () => startRun(held, { workflow: "held", inputs: {} }, gateway);
    await pauseAgent(admin, held.agentId, gateway);
    await expectRefusal(begin(), "agent_paused");
    expect(await countRuns("held")).toBe(0);
    await resumeAgent(await steppedUp(owner, admin, "resume_agent", held.agentId), held.agentId, gateway);
    expect((await begin()).created).toBe(true);
  });
  test("not for an agent that is paused while its request is on its way", async () => {
    await publish(twoSteps("late"));
    const late = await world.home.agent("late-agent");
    // The row of the agent is held as a pause holds it.
    const { begun } = await owner.begin(async (tx) => {
      await tx`SELECT 1 FROM agents WHERE id = ${late.agentId} FOR UPDATE`;
      const onItsWay = outcomeOf(startRun(late, { workflow: "late", inputs: {} }, gateway));
      await untilWaiting(world.superuser, 1);
      await tx`UPDATE agents SET paused_at = clock_timestamp() WHERE id = ${late.agentId}`;
      return { begun: { outcome: onItsWay } };
    });
    expect((await begun.outcome).error).toMatchObject({ code: "agent_paused" });
    expect(await countRuns("late")).toBe(0);
    await owner`UPDATE agents SET paused_at = NULL WHERE id = ${late.agentId}`;
  });
  test("with the inputs that its text takes, and tells each that it does not", async () => {
    await publish(twoSteps("inputs"));
    const begin = (inputs: Record<string, string | number>) =>
      startRun(approver, { workflow: "inputs", inputs }, gateway);
    expect(await refusalOf(begin({ n: "7" }))).toMatchObject({ issues: [{ path: "inputs.n" }] });
    expect(await refusalOf(begin({ m: 7 }))).toMatchObject({
      issues: [{ path: "inputs.m", message: "is no input of inputs; it has n, who" }],
    });
    const { run } = await begin({ n: 7 });
    const [row] = await owner`SELECT inputs_json FROM runs WHERE id = ${run.id}`;
    expect(row!.inputs_json).toEqual({ n: 7, who: "Ana" });
  });
  test("of the version in force alone, by whoever decides or administers, or by an agent", async () => {
    const first = await publish(twoSteps("versions"));
    const second = await publish(twoSteps("versions", "Hello"));
    const begin = (version_id?: number, by: Parameters<typeof startRun>[0] = approver) =>
      startRun(by, { workflow: "versions", inputs: {}, version_id }, gateway);
    expect((await begin()).run.version_number).toBe(2);
    expect((await begin(second.version_id, agent)).run.version_number).toBe(2);
    for (const by of [approver, agent])
      await expectRefusal(begin(first.version_id, by), {
        code: "not_in_force",
        message: `Version 1 of versions is not in force: version 2 is, with the id ${second.version_id}.`,
      });
    await expectRefusal(begin(first.version_id + 5_000), "not_found");
    const foreign = await publish(twoSteps("foreign"));
    await expectRefusal(begin(foreign.version_id), "not_found");
    await expectRefusal(startRun(viewer, { workflow: "versions", inputs: {} }, gateway), "not_allowed");
    await expectRefusal(startRun(approver, { workflow: "nothing", inputs: {} }, gateway), "not_found");
    await withdrawWorkflow(admin, { id: first.id, note: "Off", base_publication: 2 }, gateway);
    await expectRefusal(begin(), "not_in_force");
    await expectRefusal(begin(first.version_id), "not_in_force");
  });
  test("not by a publication that was written past the app", async () => {
    const { id, version_id } = await publish(twoSteps("forged"));
    await owner`
      INSERT INTO workflow_publications (tenant_id, workflow_id, number, version_id, note, by_user_id, by_label, seal)
      VALUES (${world.tenantId}, ${id}, 2, ${version_id}, 'why', ${admin.userId}, 'Adam', 'forged')`;
    await expectRefusal(start("forged"), "not_in_force");
  });
  test("so many times a minute as the workflow's own cap says", async () => {
    await publish(twoSteps("often", "Hi", "limits: { runs_per_minute: 2 }"));
    await start("often");
    await start("often");
    expect(await refusalOf(start("often"))).toMatchObject({
      code: "rate_limited",
      retryAfterSeconds: expect.any(Number),
    });
    expect(await countRuns("often")).toBe(2);
  });
  test("so many times a minute in all as the tenant's cap says, whichever workflows they are of", async () => {
    const home = await world.addTenant();
    const [boss, ana] = [await home.person("Boss", "admin"), await home.person("Ana", "approver")];
    await owner`UPDATE run_lanes SET max_runs_per_min = 2 WHERE tenant_id = ${home.tenantId}`;
    for (const name of ["first", "second", "third"]) await publish(twoSteps(name), boss);
    await start("first", {}, ana);
    await start("second", {}, ana);
    expect(await refusalOf(start("third", {}, ana))).toMatchObject({
      code: "rate_limited",
      members: { "violated-policies": ["runs"] },
    });
    const [row] = await owner`SELECT count(*)::int AS n FROM runs WHERE tenant_id = ${home.tenantId}`;
    expect(row!.n).toBe(2);
  });
  test("for one agent at most half as often, refused tries included, so that others find some left", async () => {
    await publish(twoSteps("divided"));
    const eager = await world.home.agent("eager");
    const allow = (perMinute: number) =>
      owner`UPDATE run_lanes SET max_runs_per_min = ${perMinute} WHERE tenant_id = ${world.tenantId}`;
    await allow(4);
    const tryIn = (workflow: string) => startRun(eager, { workflow, inputs: {} }, gateway);
    await expectRefusal(tryIn("nothing"), "not_found");
    await tryIn("divided");
    expect(await refusalOf(tryIn("divided"))).toMatchObject({
      code: "rate_limited",
      members: { "violated-policies": ["agent-runs"] },
    });
    await allow(10_000);
    expect(await countRuns("divided")).toBe(1);
  });
});

describe("whoever looks", () => {
  test("sees the tenant's runs page by page, an agent its own, another tenant none", async () => {
    await publish(twoSteps("listed"));
    const mine = await start("listed");
    const { run: agents } = await startRun(agent, { workflow: "listed", inputs: {} }, gateway);
    const page = (cursor?: number) => readRuns(approver, { workflow: "listed", limit: 1, cursor }, gateway);
    const first = await page();
    expect(first.items.map(({ id }) => id)).toEqual([agents.id]);
    const second = await page(first.next_cursor!);
    expect(second).toMatchObject({ items: [{ id: mine.id }], next_cursor: null });
    expect(
      (await readRuns(agent, { workflow: "listed", limit: 10 }, gateway)).items.map(({ id }) => id),
    ).toEqual([agents.id]);
    await expectRefusal(readRun(agent, { id: mine.id, wait: 0 }, gateway), "not_found");
    const stranger = await (await world.addTenant()).person("Sam", "admin");
    await expectRefusal(readRun(stranger, { id: mine.id, wait: 0 }, gateway), "not_found");
    await expectRefusal(cancelRun(stranger, mine.id, gateway), "not_found");
    expect((await readRuns(stranger, { limit: 10 }, gateway)).items).toEqual([]);
  });
  test("and waits hears of the next change, and of an end at once", async () => {
    await publish(twoSteps("awaited"));
    const { id } = await start("awaited");
    const waiting = readRun(approver, { id, wait: 55 }, gateway);
    await workOff();
    expect((await waiting).steps[0]!.attempt).toBe(1);
    expect((await readRun(approver, { id, wait: 55 }, gateway)).status).toBe("succeeded");
  });
  test("as a viewer reads no hashes where content is hidden: whoever knows what a value may be finds it by its hash", async () => {
    const { id } = await runs.follow(twoSteps("guessed"));
    const hashes = /"[0-9a-f]{64}"/;
    expect(JSON.stringify(await look(id))).toMatch(hashes);
    expect(JSON.stringify(await look(id, viewer))).not.toMatch(hashes);
  });
  test("as a viewer is not told what went wrong where content is hidden", async () => {
    const run = await runs.follow(twoSteps("hidden", "${{ decimal('kumquat') }}"));
    expect(run.error!.message).toContain("kumquat");
    const seen = await look(run.id, viewer);
    expect(JSON.stringify(seen)).not.toContain("kumquat");
  });
});

test("caps are changed by administrators with a reason, and each change is an event", async () => {
  const caps = {
    max_concurrency: 5,
    max_runs_per_min: 500,
    max_writes_per_run: 50,
    max_model_cost_per_day: "25.50",
    reason: "A busy week",
  };
  await expectRefusal(setCaps(approver, caps, gateway), "not_allowed");
  expect(await setCaps(admin, caps, gateway)).toMatchObject({ ...caps, changed_by: "Adam", running: 0 });
  expect(await readCaps(viewer, gateway)).toMatchObject(caps);
  const [event] = await owner`
    SELECT actor_label, body_text::jsonb -> 'details' AS details FROM events WHERE event_type = 'run_caps.changed'`;
  expect(event).toMatchObject({
    actor_label: "Adam",
    details: { max_model_cost_per_day: "25.50", currency: "USD" },
  });
  const { max_model_cost_per_day: cost, ...others } = caps;
  expect(await setCaps(admin, others, gateway)).toMatchObject({ max_model_cost_per_day: cost });
  expect(await setCaps(admin, { ...others, max_model_cost_per_day: null }, gateway)).toMatchObject({
    max_model_cost_per_day: null,
  });
});

test("a run whose text names no deadline has the one that the check of a text goes by", async () => {
  await publish("workflow: usual\nsteps: [{ id: a, wait: 6d }]");
  const { id } = await start("usual");
  const [row] = await owner`
    SELECT extract(epoch FROM deadline_at - created_at)::float8 / 86400 AS days FROM runs WHERE id = ${id}`;
  expect(row!.days).toBeCloseTo(7, 3);
});

test("whatever was begun, the ledger is intact", async () => {
  // One publication was written past the app above.
  const { faults } = await verifyLedger(admin, { mode: "full" }, gateway);
  expect(faults.map(({ kind }) => kind).filter((kind) => kind !== "workflow_differs")).toEqual([]);
});
