import { expect, test } from "vitest";
import { type FunctionBody, on } from "../testing/harness";
import { useVirtualWorld } from "../testing/virtual-world";

const world = useVirtualWorld();
const { start, send, request, runsOf } = world;
const statusesOf = async (functionId: string): Promise<string[]> =>
  (await runsOf(functionId)).map(({ status }) => status).toSorted();

type CancelOn =
  { event: string; if?: string; timeout?: string } | { event: string; match?: string; timeout?: string };

/** Sleeps for a day; `news` gets what came of it. */
const sleeper = (cancelOn: CancelOn[], news: string[] = []) => [
  on(
    "sleep",
    "sleeper",
    { cancelOn: cancelOn as { event: string }[], onFailure: () => void news.push("onFailure") },
    async ({ step }) => {
      await step.sleep("long", "1d");
      news.push("woke");
    },
  ),
  ...["cancelled", "failed"].map((end) => {
    const trigger = { event: `inngest/function.${end}`, if: "event.data.function_id == 'app-sleeper'" };
    const body: FunctionBody = ({ event }) => (news.push(end), event.data as object);
    return on(trigger.event, `hears-${end}`, { triggers: [trigger] }, body);
  }),
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

test("a person starts a run again with the same event, as often as wanted and whatever its idempotency", async () => {
  const data: unknown[] = [];
  const body: FunctionBody = ({ event, runId }) => (data.push(event.data), runId);
  await start([on("go", "once", { idempotency: "event.data.id" }, body)]);
  await send("go", { id: 7 });
  const [first] = await runsOf("once");
  const path = `/v1/runs/${first?.run_id}/rerun`;
  expect(await request("POST", path, { key: null })).toMatchObject({ status: 401 });
  const again = await request("POST", path);
  expect(again).toMatchObject({ status: 201, body: { run_id: expect.any(String) } });
  expect(await request("POST", path)).toMatchObject({ status: 201 });
  expect(data).toEqual([{ id: 7 }, { id: 7 }, { id: 7 }]);
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
  await world.serve([on("other", "other", () => {})]);
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
  const statusesOfRun = async (n: number) =>
    (await world.runs(`?label=n%3D${n}&function_id=app-sleeper`)).map(({ status }) => status);
  expect([await statusesOfRun(1), await statusesOfRun(2)]).toEqual([["Cancelled"], ["Running"]]);
});
