import { expect, test } from "vitest";
import { type EngineOptions, startEngine } from "../src";
import { createApp, engineOptions, on, readHealth, readRuns, synced, until } from "../testing/harness";
import { startServer } from "../testing/server";
import { useWorld } from "../testing/world";

const world = useWorld();

/** An engine for the app at this address, and what it logs. */
async function start(appUrl: string, options: Partial<EngineOptions> = {}) {
  const logged: string[] = [];
  const log: EngineOptions["log"] = (_level, message, details) =>
    logged.push(`${message} ${JSON.stringify(details)}`);
  const engine = await startEngine({ ...engineOptions(world.databaseUrl, appUrl), log, ...options });
  world.cleanUp(engine.stop);
  return { engine, logged };
}

async function startApp(options: Parameters<typeof createApp>[0] = {}) {
  const app = await createApp(options);
  world.cleanUp(app.down);
  return app;
}

const fine = on("loose/go", "fine", () => "ran");
const conditional = (condition: string) =>
  on("one/go", "one", { triggers: [{ event: "one/go", if: condition }] }, () => 1);

test("an app that holds another signing key is not synced, and the log says why", async () => {
  const app = await startApp({ signingKey: "signkey-test-ffff" });
  const { engine, logged } = await start(app.url);
  app.serve(engine.url, []);
  await until("the refusal", () => logged.some((line) => line.includes("another signing key")));
  expect((await readHealth(engine.url)).app.synced).toBe(false);
});

test("an answer that the app did not sign is not believed", async () => {
  const server = await startServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ app_id: "impostor", functions: [] }));
  });
  world.cleanUp(server.down);
  const { engine, logged } = await start(`${server.origin}/api/inngest`);
  await until("the refusal", () => logged.some((line) => line.includes("carries no signature")));
  expect((await readHealth(engine.url)).app.synced).toBe(false);
});

test("an `if` that cannot be read refuses the whole app by name, until the app serves a readable one", async () => {
  const app = await startApp();
  const { engine, logged } = await start(app.url);
  app.serve(engine.url, [fine, conditional("event.data.n >")]);
  await until("the refusal", () => logged.some((line) => line.includes("the app is refused")));
  expect((await readHealth(engine.url)).app).toMatchObject({
    synced: false,
    functions: [],
    problem: expect.stringContaining('Function "app-one" is not served: its option "if" is no expression'),
  });
  app.serve(engine.url, [fine, conditional("event.data.n > 1")]);
  expect((await synced(engine.url)).app.functions).toEqual(["app-fine", "app-one"]);
});

test("unsigned development mode serves an app in dev mode, with any event key", async () => {
  const app = await startApp({ isDev: true });
  const { engine } = await start(app.url, { eventKey: "", signingKey: "", unsignedDevMode: true });
  await app.serve(engine.url, [fine]).send({ name: "loose/go" });
  const run = await until("the run", async () => (await readRuns(engine.url, "?status=Completed"))[0]);
  expect(run.output).toBe("ran");
});

test("keys are required unless unsigned development mode is asked for", async () => {
  const keyless = { ...engineOptions(world.databaseUrl, "http://127.0.0.1:9/api/inngest"), eventKey: "" };
  await expect(startEngine({ ...keyless, signingKey: "" })).rejects.toThrow("needs an event key");
});
