import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { startEngine } from "../src";
import {
  createApp,
  createBarrier,
  engineOptions,
  eventKey,
  on,
  readHealth,
  readRuns,
  signingKey,
  synced,
  until,
} from "../testing/harness";
import { useWorld } from "../testing/world";

const world = useWorld();

test("events sent before the app is there are kept and start their functions after the first sync", async () => {
  const app = await createApp();
  world.cleanUp(app.down);
  const engine = await startEngine(engineOptions(world.databaseUrl, app.url));
  world.cleanUp(engine.stop);
  const body = JSON.stringify({ name: "early/go", data: { n: 1 } });
  expect((await fetch(`${engine.url}/e/${eventKey}`, { method: "POST", body })).status).toBe(200);
  await until("a sync that finds no app", () => app.requests.length > 0);
  expect(await readHealth(engine.url)).toMatchObject({
    app: { synced: false },
    queue: { unroutedEvents: 1 },
  });
  app.serve(engine.url, [on("early/go", "early", ({ event }) => event.data as object)]);
  const run = await until("the run", async () => (await readRuns(engine.url, "?status=Completed"))[0]);
  expect(run).toMatchObject({ function_id: "app-early", output: { n: 1 } });
});

test("an engine killed with SIGKILL loses no run: the next one takes its job again", async () => {
  const gate = createBarrier();
  const ran: string[] = [];
  const work = on("work/go", "work", async ({ step }) => {
    const first = await step.run("first", () => ran.push("first"));
    await step.run("second", async () => {
      if (ran.push("second") === 2) await gate.pass();
    });
    return first;
  });
  const app = await createApp();
  world.cleanUp(app.down);
  const first = await startProcess(app.url);
  const client = app.serve(first.url, [work]);
  await synced(first.url);
  await client.send({ name: "work/go" });
  await gate.reached;
  first.kill("SIGKILL");
  const second = await startProcess(app.url);
  app.serve(second.url, [work]);
  const run = await until("the run", async () => (await readRuns(second.url, "?status=Completed"))[0]);
  expect(run).toMatchObject({ function_id: "app-work", output: 1 });
  expect(ran).toEqual(["first", "second", "second"]);
  gate.open();
  second.kill("SIGTERM");
  expect(await second.exited).toBe(0);
});

/** The engine's command as a process of its own. */
async function startProcess(
  appUrl: string,
): Promise<{ url: string; kill(signal: NodeJS.Signals): void; exited: Promise<number | null> }> {
  const entry = fileURLToPath(new URL("../src/main.ts", import.meta.url));
  const options = ["--port", "0", "--app", appUrl, "--database-url", world.databaseUrl, "--exit-with-parent"];
  const child = spawn(process.execPath, ["--import", "tsx", entry, ...options], {
    env: { ...process.env, INNGEST_EVENT_KEY: eventKey, INNGEST_SIGNING_KEY: signingKey },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  world.cleanUp(async () => {
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
