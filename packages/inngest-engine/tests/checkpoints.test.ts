import { expect, test, vi } from "vitest";
import { startEngine } from "../src";
import { hashSigningKey } from "../src/app/signature";
import { checkpointBytesMax, leaseMs } from "../src/limits";
import {
  type FunctionBody,
  type World,
  createBarrier,
  engineOptions,
  on,
  readHealth,
  signingKey,
  until,
} from "../testing/harness";
import { useWorld } from "../testing/world";

const worlds = useWorld();
let world: World;
const start = async (...args: Parameters<typeof worlds.start>): Promise<void> =>
  void (world = await worlds.start(...args));

const calls = (functionId: string): number =>
  world.app.requests.filter((request) => request.functionId === `app-${functionId}`).length;

interface LeasedJob {
  runId: string;
  functionId: string;
  name: string;
}

/** The one job that is leased now, as a checkpoint names it. */
async function leasedJob(): Promise<LeasedJob> {
  const rows = await worlds.sql<LeasedJob[]>`
    select run.id as "runId", run.function_id as "functionId", job.id || '.' || job.dispatch as name
    from inngest_engine.jobs job join inngest_engine.runs run on run.id = job.run_id
    where job.leased_until is not null`;
  expect(rows).toHaveLength(1);
  return rows[0]!;
}

async function checkpoint(
  { runId, functionId, name }: LeasedJob,
  changes: { steps?: unknown; url?: string; key?: string; address?: string; body?: string; qi?: string } = {},
): Promise<{ status: number; error?: string }> {
  const steps = changes.steps ?? [{ op: "StepRun", id: "reported", data: { n: 1 } }];
  const body = { run_id: runId, fn_id: functionId, qi_id: changes.qi ?? name, steps };
  const url = `${changes.url ?? world.engine.url}/v1/checkpoint/${changes.address ?? runId}/async`;
  const response = await fetch(url, {
    method: "POST",
    headers: { authorization: `Bearer ${changes.key ?? hashSigningKey(signingKey)}` },
    body: changes.body ?? JSON.stringify(body),
  });
  const { error } = (await response.json()) as { error?: string };
  return { status: response.status, ...(error ? { error } : {}) };
}

/** Starts a function that waits at the gate in its only step: its call is in flight. */
async function startHeld() {
  const gate = createBarrier();
  await start([
    on("held/go", "held", async ({ step }) => {
      await step.run("gate", () => gate.pass());
      return "through";
    }),
  ]);
  await world.client.send({ name: "held/go" });
  await gate.reached;
  return { gate, job: await leasedJob() };
}

test("three steps take one call, and each is remembered with its beginning and its end", async () => {
  const ran: string[] = [];
  await start([
    on("three/go", "three", async ({ step }) => {
      for (const name of ["a", "b", "c"]) await step.run(name, () => (ran.push(name), name));
      return ran.join("");
    }),
  ]);
  await world.client.send({ name: "three/go" });
  const run = await world.ended("three");
  expect(run).toMatchObject({ status: "Completed", output: "abc" });
  expect(calls("three")).toBe(1);
  const steps = await worlds.sql`
    select name, kind, status, data, started_at <= ended_at as timed from inngest_engine.steps
    where run_id = ${run.run_id} order by finished_order`;
  expect(steps.map((step) => [step.name, step.kind, step.status, step.data, step.timed])).toEqual(
    ["a", "b", "c"].map((name) => [name, "run", "done", JSON.stringify(name), true]),
  );
  const history = await worlds.sql`select step_id, attempt, outcome, error from inngest_engine.calls`;
  expect([...history]).toEqual([{ step_id: null, attempt: 0, outcome: "returned", error: null }]);
});

test("buffered steps that come with the return value are kept, once each", async () => {
  const body: FunctionBody = async ({ step }) => {
    for (const name of ["a", "b", "c"]) await step.run(name, () => name);
    return "all";
  };
  await start([on("buffered/go", "buffered", { checkpointing: { bufferedSteps: 2 } }, body)]);
  await world.client.send({ name: "buffered/go" });
  expect(await world.ended("buffered")).toMatchObject({ status: "Completed", output: "all" });
  const steps = await worlds.sql`select name from inngest_engine.steps order by finished_order`;
  expect(steps.map((step) => step.name)).toEqual(["a", "b", "c"]);
  expect(calls("buffered")).toBe(1);
});

test("a function over its maximum runtime is called again and repeats no step", async () => {
  // The SDK measures the runtime by a timer of its own. Each step lets it fire.
  const runtimeMs = 3_600_000;
  let endRuntime = (): void => {};
  const startTimer = globalThis.setTimeout;
  const timers = vi.spyOn(globalThis, "setTimeout").mockImplementation(((
    run: () => void,
    ...rest: [number?, ...unknown[]]
  ) => {
    if (rest[0] === runtimeMs) endRuntime = run;
    return startTimer(run, ...rest);
  }) as typeof setTimeout);
  worlds.cleanUp(() => timers.mockRestore());
  const ran: string[] = [];
  const body: FunctionBody = async ({ step }) => {
    for (const name of ["a", "b", "c"]) {
      await step.run(name, async () => {
        endRuntime();
        await new Promise((resolve) => setImmediate(resolve));
        ran.push(name);
      });
    }
    return ran.length;
  };
  await start([on("long/go", "long", { checkpointing: { bufferedSteps: 1, maxRuntime: runtimeMs } }, body)]);
  await world.client.send({ name: "long/go" });
  expect(await world.ended("long")).toMatchObject({ status: "Completed", output: 3 });
  expect(ran).toEqual(["a", "b", "c"]);
  expect(calls("long")).toBeGreaterThan(1);
});

test("a step that fails is retried by its own count, and what was checkpointed before it is not repeated", async () => {
  const ran: string[] = [];
  const body: FunctionBody = async ({ step, attempt }) => {
    await step.run("a", () => void ran.push("a"));
    for (const name of ["b", "c"]) {
      await step.run(name, () => {
        ran.push(`${name}${attempt}`);
        if (attempt === 0) throw new Error("not yet");
      });
    }
  };
  await start([on("flaky/go", "flaky", { retries: 1 }, body)]);
  await world.client.send({ name: "flaky/go" });
  await until("the retries", () => {
    world.clock.advance(20);
    return ran.length === 5;
  });
  expect(await world.ended("flaky")).toMatchObject({ status: "Completed" });
  expect(ran).toEqual(["a", "b0", "b1", "c0", "c1"]);
  const history = await worlds.sql`select attempt, outcome, error from inngest_engine.calls order by id`;
  expect(history.map((call) => [call.attempt, call.outcome, call.error])).toEqual([
    [0, "retried", "Error: not yet"],
    [1, "advanced", null],
    [0, "retried", "Error: not yet"],
    [1, "advanced", null],
    [0, "returned", null],
  ]);
});

test("a checkpoint extends the lease and starts attempts again, also where a standby takes it", async () => {
  const { gate, job } = await startHeld();
  const standby = await startEngine({
    ...engineOptions(worlds.databaseUrl, world.app.url),
    now: world.clock.now,
  });
  worlds.cleanUp(standby.stop);
  expect((await readHealth(standby.url)).leader).toBe(false);
  await worlds.sql`update inngest_engine.jobs set attempt = 2, lost_calls = 3`;
  world.clock.advance(1_000);
  expect(await checkpoint(job, { url: standby.url })).toEqual({ status: 200 });
  const [after] = await worlds.sql`select attempt, lost_calls, leased_until from inngest_engine.jobs`;
  expect(after).toEqual({ attempt: 0, lost_calls: 0, leased_until: new Date(world.clock.now() + leaseMs) });
  gate.open();
  expect(await world.ended("held")).toMatchObject({ status: "Completed" });
  const steps = await worlds.sql`select step_id, data from inngest_engine.steps where step_id = 'reported'`;
  expect([...steps]).toEqual([{ step_id: "reported", data: '{"n":1}' }]);
  expect(await checkpoint(job, { url: standby.url })).toMatchObject({ status: 409 });
});

test("a malformed checkpoint is refused by name, and nothing of it is stored", async () => {
  const { gate, job } = await startHeld();
  const [id, dispatch] = job.name.split(".");
  const good = { op: "StepRun", id: "good", data: 1 };
  const large = JSON.stringify({ text: "x".repeat(checkpointBytesMax) });
  for (const [changes, status, error] of [
    [{ key: "signkey-test-ffff" }, 401, "signing key"],
    [{ body: "{" }, 400, "malformed checkpoint"],
    [{ body: "{}" }, 400, "run_id"],
    [{ steps: [] }, 400, "steps"],
    [{ steps: [{ ...good, id: "" }] }, 400, "steps.0.id"],
    [
      { steps: [good, { ...good, op: "Sleep" }] },
      400,
      "steps.1.op: a checkpoint takes StepRun and Step, not Sleep",
    ],
    [{ steps: [{ ...good, op: "StepError" }] }, 400, "not StepError"],
    [{ steps: [{ ...good, error: { message: "no" } }] }, 400, "with an error"],
    [{ qi: "nonsense" }, 400, "qi_id"],
    [{ address: "another" }, 400, "run_id"],
    [{ body: large }, 413, String(checkpointBytesMax)],
    [{ qi: `${id}.${Number(dispatch) + 1}` }, 409, "dispatched again"],
    [{ qi: `${id}9.${dispatch}` }, 409, "dispatched again"],
  ] as const) {
    const refused = await checkpoint(job, changes);
    expect(refused).toEqual({ status, error: expect.stringContaining(error) });
  }
  expect(await checkpoint({ ...job, runId: "unknown" })).toMatchObject({ status: 404 });
  expect(await checkpoint({ ...job, functionId: "app-other" })).toMatchObject({ status: 409 });
  expect(await worlds.sql`select step_id from inngest_engine.steps`).toHaveLength(0);
  gate.open();
  await world.ended("held");
  expect(await checkpoint(job)).toMatchObject({ status: 409, error: expect.stringContaining("has ended") });
});
