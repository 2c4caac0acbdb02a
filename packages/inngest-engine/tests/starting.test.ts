import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Engine, EngineOptions } from "../src";
import { startEngine } from "../src";
import type { Define } from "../testing/harness";
import {
  createApp,
  createDatabase,
  engineOptions,
  readHealth,
  readRuns,
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

/** An engine for the app at this address, and what it logs. */
async function start(
  appUrl: string,
  options: Partial<EngineOptions> = {},
): Promise<{ engine: Engine; logged: string[] }> {
  const logged: string[] = [];
  const log: EngineOptions["log"] = (_level, message, details) =>
    logged.push(`${message} ${JSON.stringify(details)}`);
  const engine = await startEngine({ ...engineOptions(database.url, appUrl), log, ...options });
  cleanUps.push(() => engine.stop());
  return { engine, logged };
}

async function startApp(options: Parameters<typeof createApp>[0] = {}) {
  const app = await createApp(options);
  cleanUps.push(() => app.down());
  return app;
}

const one =
  (condition?: string): Define =>
  (inngest) => [
    inngest.createFunction({ id: "fine", retries: 0, triggers: [{ event: "loose/go" }] }, () => "ran"),
    inngest.createFunction(
      { id: "one", retries: 0, triggers: [{ event: "one/go", if: condition }] },
      () => 1,
    ),
  ];

test("an app that holds another signing key is not synced, and the log says why", async () => {
  const app = await startApp({ signingKey: "signkey-test-ffff" });
  const { engine, logged } = await start(app.url);
  app.serve(engine.url, () => []);
  await until("the refusal", () => logged.some((line) => line.includes("another signing key")));
  expect((await readHealth(engine.url)).app.synced).toBe(false);
});

test("an answer that the app did not sign is not believed", async () => {
  const server = http.createServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ app_id: "impostor", functions: [] }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanUps.push(async () => void server.close());
  const { port } = server.address() as AddressInfo;
  const { engine, logged } = await start(`http://127.0.0.1:${port}/api/inngest`);
  await until("the refusal", () => logged.some((line) => line.includes("carries no signature")));
  expect((await readHealth(engine.url)).app.synced).toBe(false);
});

test("an `if` that cannot be read refuses the whole app by name, until the app serves a readable one", async () => {
  const app = await startApp();
  const { engine, logged } = await start(app.url);
  app.serve(engine.url, one("event.data.n >"));
  await until("the refusal", () => logged.some((line) => line.includes("the app is refused")));
  expect((await readHealth(engine.url)).app).toMatchObject({
    synced: false,
    functions: [],
    problem: expect.stringContaining('Function "app-one" is not served: its option "if" is no expression'),
  });
  app.serve(engine.url, one("event.data.n > 1"));
  expect((await synced(engine.url)).app.functions).toEqual(["app-fine", "app-one"]);
});

test("unsigned development mode serves an app in dev mode, with any event key", async () => {
  const app = await startApp({ isDev: true });
  const { engine } = await start(app.url, { eventKey: "", signingKey: "", unsignedDevMode: true });
  const client = app.serve(engine.url, one());
  await client.send({ name: "loose/go" });
  const run = await until("the run", async () => (await readRuns(engine.url, "?status=Completed"))[0]);
  expect(run.output).toBe("ran");
});

test("keys are required unless unsigned development mode is asked for", async () => {
  const options = { databaseUrl: database.url, port: 0, appUrl: "http://127.0.0.1:9/api/inngest" };
  await expect(startEngine({ ...options, eventKey: "", signingKey: "" })).rejects.toThrow(
    "needs an event key",
  );
});
