import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startEngine } from "../src";
import type { Define } from "../testing/harness";
import {
  createApp,
  createBarrier,
  createDatabase,
  createWorld,
  engineOptions,
  eventKey,
  readHealth,
  readRuns,
  signingKey,
  synced,
  until,
} from "../testing/harness";

let database: Awaited<ReturnType<typeof createDatabase>>;
const cleanUps: (() => Promise<void>)[] = [];
beforeEach(async () => void (database = await createDatabase()));
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
  await database.drop();
});

async function start(...args: Parameters<typeof createWorld> extends [string, ...infer Rest] ? Rest : never) {
  const world = await createWorld(database.url, ...args);
  cleanUps.push(() => world.close());
  return world;
}

/** Two steps; the second waits at the gate the first time it runs. */
function twoSteps(id: string, ran: string[], gate = createBarrier()): { define: Define; gate: typeof gate } {
  const define: Define = (inngest) => [
    inngest.createFunction({ id, retries: 0, triggers: [{ event: `${id}/go` }] }, async ({ step }) => {
      const first = await step.run("first", () => (ran.push("first"), ran.length));
      await step.run("second", async () => {
        ran.push("second");
        if (ran.filter((name) => name === "second").length === 1) await gate.pass();
      });
      return first;
    }),
  ];
  return { define, gate };
}

test("an engine stopped in the middle of a run goes on after its restart, without repeating finished steps", async () => {
  const ran: string[] = [];
  const { define, gate } = twoSteps("halted", ran);
  const world = await start(define);
  await world.client.send({ name: "halted/go" });
  await gate.reached;
  await world.restart(define);
  expect(await world.ended("halted")).toMatchObject({ status: "Completed", output: 1 });
  expect(ran).toEqual(["first", "second", "second"]);
  gate.open();
});

test("an app that is cut off in the middle of a step and comes back loses no run and no attempt", async () => {
  const ran: string[] = [];
  const { define, gate } = twoSteps("cut", ran);
  const world = await start(define);
  await world.client.send({ name: "cut/go" });
  await gate.reached;
  await world.app.down();
  await until("the engine to notice", async () => !(await readHealth(world.engine.url)).app.synced);
  await fetch(`${world.engine.url}/e/${eventKey}`, {
    method: "POST",
    body: JSON.stringify({ name: "cut/go" }),
  });
  await world.app.up();
  world.clock.advance(60_000);
  await until("both runs", async () => {
    const runs = (await world.runs()).filter((run) => run.function_id === "app-cut");
    return runs.length === 2 && runs.every((run) => run.status === "Completed");
  });
  expect(ran.filter((name) => name === "first")).toHaveLength(2);
  gate.open();
});

test("events sent before the app is there are kept and start their functions after the first sync", async () => {
  const app = await createApp();
  const engine = await startEngine(engineOptions(database.url, app.url));
  cleanUps.push(async () => {
    await engine.stop();
    await app.down();
  });
  const body = JSON.stringify({ name: "early/go", data: { n: 1 } });
  expect((await fetch(`${engine.url}/e/${eventKey}`, { method: "POST", body })).status).toBe(200);
  await until("a sync that finds no app", () => app.requests.length > 0);
  expect(await readHealth(engine.url)).toMatchObject({
    app: { synced: false },
    queue: { unroutedEvents: 1 },
  });
  app.serve(engine.url, (inngest) => [
    inngest.createFunction(
      { id: "early", retries: 0, triggers: [{ event: "early/go" }] },
      ({ event }) => event.data,
    ),
  ]);
  const run = await until("the run", async () => (await readRuns(engine.url, "?status=Completed"))[0]);
  expect(run).toMatchObject({ function_id: "app-early", output: { n: 1 } });
});

test("an app that answers function-not-found is asked again what it serves", async () => {
  const world = await start((inngest) => [
    inngest.createFunction({ id: "old-name", retries: 0, triggers: [{ event: "renamed/go" }] }, () => "old"),
  ]);
  world.app.serve(world.engine.url, (inngest) => [
    inngest.createFunction({ id: "new-name", retries: 0, triggers: [{ event: "renamed/go" }] }, () => "new"),
  ]);
  await world.client.send({ name: "renamed/go" });
  expect(await world.ended("old-name")).toMatchObject({ status: "Failed" });
  await until("the new function", async () =>
    (await readHealth(world.engine.url)).app.functions.includes("app-new-name"),
  );
  await world.client.send({ name: "renamed/go" });
  expect(await world.ended("new-name")).toMatchObject({ status: "Completed", output: "new" });
});

test("losing the lock's connection ends the lead at once, and the next term takes over what was in flight", async () => {
  const ran: string[] = [];
  const { define, gate } = twoSteps("fenced", ran);
  const world = await start(define);
  await world.client.send({ name: "fenced/go" });
  await gate.reached;
  const admin = postgres(database.url, { max: 1 });
  const killed = await admin`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'inngest_engine_leader' and datname = current_database()`;
  expect(killed).toHaveLength(1);
  await until("the end of the term", () => world.logged.some((line) => line.startsWith("no longer leading")));
  await until("the next term's call", () => ran.length === 3);
  gate.open();
  expect(await world.ended("fenced")).toMatchObject({ status: "Completed" });
  expect(ran).toEqual(["first", "second", "second"]);
  expect(world.logged.filter((line) => line.startsWith("leading"))).toEqual([
    'leading {"epoch":1}',
    'leading {"epoch":2}',
  ]);
  await admin.end();
});

test("a standby takes events, and takes over when the leader goes", async () => {
  const world = await start((inngest) => [
    inngest.createFunction(
      { id: "relay", retries: 0, triggers: [{ event: "relay/go" }] },
      ({ event }) => event.data.n,
    ),
  ]);
  const standby = await startEngine({ ...engineOptions(database.url, world.app.url), now: world.clock.now });
  cleanUps.push(() => standby.stop());
  const send = async (n: number): Promise<void> => {
    const body = JSON.stringify({ name: "relay/go", data: { n } });
    expect((await fetch(`${standby.url}/e/${eventKey}`, { method: "POST", body })).status).toBe(200);
    await until("the run", async () => {
      const runs = await readRuns(standby.url);
      return runs.some((run) => run.function_id === "app-relay" && run.output === n);
    });
  };
  await send(1);
  expect((await readHealth(standby.url)).leader).toBe(false);
  await world.engine.stop();
  await send(2);
  expect((await readHealth(standby.url)).leader).toBe(true);
  world.engine = { url: standby.url, stop: async () => {} };
});

test("an engine killed with SIGKILL loses no run: the next one takes its job again", async () => {
  const ran: string[] = [];
  const { define, gate } = twoSteps("killed", ran);
  const app = await createApp();
  cleanUps.push(() => app.down());
  const first = await startProcess(app.url);
  const client = app.serve(first.url, define);
  await synced(first.url);
  await client.send({ name: "killed/go" });
  await gate.reached;
  first.kill("SIGKILL");
  const second = await startProcess(app.url);
  app.serve(second.url, define);
  const completed = await until("the run", async () =>
    (await readRuns(second.url)).find(
      (run) => run.function_id === "app-killed" && run.status === "Completed",
    ),
  );
  expect(completed.output).toBe(1);
  expect(ran).toEqual(["first", "second", "second"]);
  gate.open();
  second.kill("SIGTERM");
  expect(await second.exited).toBe(0);
});

interface EngineProcess {
  url: string;
  kill(signal: NodeJS.Signals): void;
  exited: Promise<number | null>;
}

async function startProcess(appUrl: string): Promise<EngineProcess> {
  const entry = fileURLToPath(new URL("../src/main.ts", import.meta.url));
  const child = spawn(
    process.execPath,
    [
      "--import",
      "tsx",
      entry,
      "--port",
      "0",
      "--app",
      appUrl,
      "--database-url",
      database.url,
      "--exit-with-parent",
    ],
    {
      env: { ...process.env, INNGEST_EVENT_KEY: eventKey, INNGEST_SIGNING_KEY: signingKey },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  cleanUps.push(async () => {
    child.kill("SIGKILL");
    await exited;
  });
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.once("data", (data: Buffer) => resolve(data.toString()));
    child.once("exit", () => reject(new Error("the engine's process ended before it was ready")));
  });
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
  if (!url) throw new Error(`no address in "${line}"`);
  return { url, kill: (signal) => void child.kill(signal), exited };
}
