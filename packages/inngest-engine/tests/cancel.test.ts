import { expect, test } from "vitest";
import type { Define } from "../testing/harness";
import { createBarrier, signingKey } from "../testing/harness";
import { useVirtualWorld } from "../testing/virtual-world";

const world = useVirtualWorld();
const { start, send, runsOf } = world;
const statusesOf = async (functionId: string): Promise<string[]> =>
  (await runsOf(functionId)).map(({ status }) => status).toSorted();

type CancelOn =
  { event: string; if?: string; timeout?: string } | { event: string; match?: string; timeout?: string };

/** Sleeps for a day, and tells what came of it. */
const sleeper =
  (cancelOn: CancelOn[], news: string[] = []): Define =>
  (inngest) => [
    inngest.createFunction(
      {
        id: "sleeper",
        retries: 0,
        cancelOn: cancelOn as { event: string }[],
        triggers: [{ event: "sleep" }],
        onFailure: () => void news.push("onFailure"),
      },
      async ({ step }) => {
        await step.sleep("long", "1d");
        news.push("woke");
      },
    ),
    ...["cancelled", "failed"].map((what) =>
      inngest.createFunction(
        {
          id: `hears-${what}`,
          retries: 0,
          triggers: [{ event: `inngest/function.${what}`, if: "event.data.function_id == 'app-sleeper'" }],
        },
        ({ event }) => {
          news.push(what);
          return event.data as unknown;
        },
      ),
    ),
  ];

test("an event cancels a sleeping run: it never wakes, no onFailure runs, and function.cancelled tells of it", async () => {
  const news: string[] = [];
  await start(sleeper([{ event: "stop" }], news));
  await send("sleep", { n: 1 });
  await send("stop");
  expect(await runsOf("sleeper")).toMatchObject([{ status: "Cancelled" }]);
  await world.engine.advance("2d");
  expect(news).toEqual(["cancelled"]);
  const [run] = await runsOf("sleeper");
  expect(await runsOf("hears-cancelled")).toMatchObject([
    {
      output: {
        function_id: "app-sleeper",
        run_id: run?.run_id,
        event: { name: "sleep", data: { n: 1 } },
        _inngest: { status: "Cancelled" },
      },
    },
  ]);
});

test("only the runs that an event matches are cancelled, by any of several events", async () => {
  await start(
    sleeper([
      { event: "stop", match: "data.user" },
      { event: "stop/all", if: "async.data.sure == true" },
    ]),
  );
  for (const user of ["ada", "bob", "eve"]) await send("sleep", { user });
  await send("stop", { user: "bob" });
  expect(await statusesOf("sleeper")).toEqual(["Cancelled", "Running", "Running"]);
  await send("stop/all", { sure: false });
  expect(await statusesOf("sleeper")).toEqual(["Cancelled", "Running", "Running"]);
  await send("stop/all", { sure: true });
  expect(await statusesOf("sleeper")).toEqual(["Cancelled", "Cancelled", "Cancelled"]);
});

test("an event that came before the run was started, or after its timeout, cancels nothing", async () => {
  await start(sleeper([{ event: "stop", timeout: "1h" }]));
  await send("stop");
  await world.client.send([{ name: "stop" }, { name: "sleep" }]);
  await world.engine.settled();
  await world.engine.advance("1h");
  await send("stop");
  await world.engine.advance("1d");
  expect(await statusesOf("sleeper")).toEqual(["Completed"]);
});

test("after the end of a run an event changes nothing and tells nobody", async () => {
  const news: string[] = [];
  await start(sleeper([{ event: "stop" }], news));
  await send("sleep");
  await world.engine.advance("1d");
  await send("stop");
  expect(news).toEqual(["woke"]);
  expect(await statusesOf("sleeper")).toEqual(["Completed"]);
});

test("an event that starts a function does not cancel the run it starts, but the one before", async () => {
  await start(sleeper([{ event: "sleep" }]));
  await send("sleep");
  await send("sleep");
  expect(await statusesOf("sleeper")).toEqual(["Cancelled", "Running"]);
});

test("a run cancelled during a call: the step finishes, its result is dropped, and nothing follows", async () => {
  const gate = createBarrier();
  const ran: string[] = [];
  await start((inngest) => [
    inngest.createFunction(
      { id: "busy", retries: 3, cancelOn: [{ event: "stop" }], triggers: [{ event: "work" }] },
      async ({ step }) => {
        await step.run("first", async () => {
          await gate.pass();
          ran.push("first");
        });
        await step.run("second", () => void ran.push("second"));
      },
    ),
  ]);
  await world.client.send({ name: "work" });
  await gate.reached;
  await world.client.send({ name: "stop" });
  await cancelled("busy");
  gate.open();
  await world.engine.settled();
  expect(ran).toEqual(["first"]);
  expect(await statusesOf("busy")).toEqual(["Cancelled"]);
  expect(world.logged.join()).toContain("dropped a late answer");
});

/** Looks until it is so: the engine is not quiet while a call goes on. */
async function cancelled(functionId: string): Promise<void> {
  while ((await statusesOf(functionId)).join() !== "Cancelled")
    await new Promise((resolve) => setImmediate(resolve));
}

const request = async (
  method: string,
  path: string,
  { key = signingKey, body }: { key?: string | null; body?: object } = {},
) => {
  const headers: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` };
  const sent = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
  const response = await world.engine.fetch(`${world.engine.url}${path}`, sent);
  await world.engine.settled();
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

test("a person cancels a run once: unknown ones are 404, ended ones 409 with their status, strangers 401", async () => {
  const news: string[] = [];
  await start(sleeper([], news));
  await send("sleep");
  const [run] = await runsOf("sleeper");
  const path = `/v1/runs/${run?.run_id}`;
  expect(await request("DELETE", path, { key: null })).toMatchObject({ status: 401 });
  expect(await request("DELETE", path, { key: "signkey-test-00" })).toMatchObject({ status: 401 });
  expect(await statusesOf("sleeper")).toEqual(["Running"]);
  expect(await request("DELETE", path)).toMatchObject({
    status: 200,
    body: { data: { status: "Cancelled" } },
  });
  expect(news).toEqual(["cancelled"]);
  expect(await request("DELETE", path)).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining("Cancelled") },
  });
  expect(await request("DELETE", "/v1/runs/01KE6V8QZZZZZZZZZZZZZZZZZZ")).toMatchObject({ status: 404 });
  expect(await request("DELETE", "/v1/runs/nonsense")).toMatchObject({ status: 400 });
  expect(world.logged.filter((line) => line.includes(run?.run_id ?? "?")).join()).toContain(
    "cancelled by request",
  );
});

test("a cancelled run takes no checkpoint any more", async () => {
  await start(sleeper([]));
  await send("sleep");
  const [run] = await runsOf("sleeper");
  await request("DELETE", `/v1/runs/${run?.run_id}`);
  const steps = [{ id: "step", op: "StepRun", data: 1 }];
  const body = { run_id: run?.run_id, fn_id: "app-sleeper", qi_id: "1.1", steps };
  expect(await request("POST", `/v1/checkpoint/${run?.run_id}/async`, { body })).toMatchObject({
    status: 409,
  });
});

test("a person starts a run again with the same event, as often as wanted and whatever its idempotency", async () => {
  const seen: unknown[] = [];
  const define: Define = (inngest) => [
    inngest.createFunction(
      { id: "once", retries: 0, idempotency: "event.data.id", triggers: [{ event: "go" }] },
      ({ event, runId }) => {
        seen.push(event.data);
        return runId;
      },
    ),
  ];
  await start(define);
  await send("go", { id: 7 });
  const [first] = await runsOf("once");
  const path = `/v1/runs/${first?.run_id}/rerun`;
  expect(await request("POST", path, { key: null })).toMatchObject({ status: 401 });
  const again = await request("POST", path);
  expect(again).toMatchObject({ status: 201, body: { run_id: expect.any(String) } });
  expect(await request("POST", path)).toMatchObject({ status: 201 });
  expect(seen).toEqual([{ id: 7 }, { id: 7 }, { id: 7 }]);
  const runs = await runsOf("once");
  expect(runs).toHaveLength(3);
  expect(new Set(runs.map(({ event_id: event }) => event)).size).toBe(1);
  expect(runs.find(({ run_id: id }) => id === again.body.run_id)).toMatchObject({
    status: "Completed",
    original_run_id: first?.run_id,
  });
  expect(world.logged.join()).toContain("started again by request");
});

test("a run cannot be started again where it is unknown, or its function is no longer served", async () => {
  await start(sleeper([]));
  await send("sleep");
  const [run] = await runsOf("sleeper");
  expect(await request("POST", "/v1/runs/01KE6V8QZZZZZZZZZZZZZZZZZZ/rerun")).toMatchObject({ status: 404 });
  await world.serve((inngest) => [
    inngest.createFunction({ id: "other", triggers: [{ event: "other" }] }, () => {}),
  ]);
  expect(await request("POST", `/v1/runs/${run?.run_id}/rerun`)).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining("app-sleeper") },
  });
});

test("a run started again can be cancelled by the same events as the first", async () => {
  await start(sleeper([{ event: "stop", match: "data.user" }]));
  await send("sleep", { user: 1 });
  const [run] = await runsOf("sleeper");
  await request("POST", `/v1/runs/${run?.run_id}/rerun`);
  expect(await statusesOf("sleeper")).toEqual(["Running", "Running"]);
  await send("stop", { user: 1 });
  expect(await statusesOf("sleeper")).toEqual(["Cancelled", "Cancelled"]);
});

test("events that come together count in their order: what is stopped after it was asked for does not run", async () => {
  await start(sleeper([{ event: "stop", match: "data.n" }]));
  await world.client.send([
    { name: "sleep", data: { n: 1 } },
    { name: "stop", data: { n: 1 } },
    { name: "stop", data: { n: 2 } },
    { name: "sleep", data: { n: 2 } },
  ]);
  await world.engine.settled();
  const statusOf = async (n: number): Promise<unknown> => {
    const response = await world.engine.fetch(
      `${world.engine.url}/v1/runs?label=n%3D${n}&function_id=app-sleeper`,
    );
    return ((await response.json()) as { data: { status: string }[] }).data.map(({ status }) => status);
  };
  expect({ first: await statusOf(1), second: await statusOf(2) }).toEqual({
    first: ["Cancelled"],
    second: ["Running"],
  });
});
