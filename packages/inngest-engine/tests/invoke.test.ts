import { referenceFunction } from "inngest";
import { expect, test } from "vitest";
import { type FunctionBody, type FunctionOptions, on } from "../testing/harness";
import { useVirtualWorld } from "../testing/virtual-world";

const world = useVirtualWorld();
const { start, send, runsOf } = world;

/** A function that others invoke; its own event is never sent. */
const callee = (body: FunctionBody, options: Partial<FunctionOptions> = {}) =>
  on("never", "callee", options, body);

/** Invokes "callee" (or another) with its own event's data; returns what it gave, or the message of its error. */
const caller = (functionId = "callee", { data, ...given }: { data?: object; timeout?: string } = {}) =>
  on("call", "caller", async ({ event, step }) => {
    const options = { function: referenceFunction({ functionId }), data: data ?? event.data, ...given };
    return await step.invoke("do it", options).then(
      (gave: unknown) => ({ gave }),
      (error: Error) => ({ failed: error.message }),
    );
  });

test("a step gets what the function it invoked returned; the function's own triggers do not matter", async () => {
  const calls: unknown[] = [];
  await start([
    caller(),
    callee(
      async ({ event, step }) => {
        calls.push([event.name, event.data.n]);
        await step.sleep("a while", "1h");
        return { doubled: event.data.n * 2 };
      },
      { triggers: [{ event: "never", if: "event.data.n > 100" }] },
    ),
    on("*", "curious", ({ event }) => event.name),
  ]);
  await send("call", { n: 21 });
  expect(await runsOf("caller")).toMatchObject([{ status: "Running" }]);
  await world.engine.advance("1h");
  expect(await runsOf("caller")).toMatchObject([{ status: "Completed", output: { gave: { doubled: 42 } } }]);
  expect(calls[0]).toEqual(["inngest/function.invoked", 21]);
  expect(new Set(calls.map(String)).size).toBe(1);
  const names = (await runsOf("curious")).map(({ output }) => output);
  expect(names).toContain("call");
  expect(names).not.toContain("inngest/function.invoked");
});

test("a function that returns nothing gives null, one that fails gives its error after its own attempts", async () => {
  let attempts = 0;
  const body: FunctionBody = ({ event }) => {
    if (!event.data.fails) return;
    attempts += 1;
    throw new Error(`attempt ${attempts}`);
  };
  await start([caller(), callee(body, { retries: 2 })]);
  await send("call", {});
  await send("call", { fails: true });
  await world.engine.advance("1d");
  const outputs = (await runsOf("caller")).map(({ output }) => output);
  expect(outputs).toHaveLength(2);
  expect(outputs).toEqual(expect.arrayContaining([{ failed: "attempt 3" }, { gave: null }]));
  expect(attempts).toBe(3);
});

test("a timeout fails the step, and the function goes on for nobody", async () => {
  await start([
    caller("callee", { timeout: "30m" }),
    callee(async ({ step }) => (await step.sleep("a while", "1h"), "late")),
  ]);
  await send("call");
  await world.engine.advance("30m");
  const output = { failed: "Timed out waiting for invoked function to complete" };
  expect(await runsOf("caller")).toMatchObject([{ status: "Completed", output }]);
  await world.engine.advance("30m");
  expect(await runsOf("callee")).toMatchObject([{ status: "Completed", output: "late" }]);
  expect(await runsOf("caller")).toMatchObject([{ output }]);
});

test("a function that is not there fails the step by name", async () => {
  await start([caller("nowhere")]);
  await send("call");
  expect(await runsOf("caller")).toMatchObject([
    { status: "Completed", output: { failed: "could not find function with ID: app-nowhere" } },
  ]);
});

test("functions invoke functions that invoke functions", async () => {
  await start([
    caller("countdown", { data: { n: 4 } }),
    on("never", "countdown", async ({ event, step }): Promise<string> => {
      const { n } = event.data;
      if (n === 0) return "zero";
      const inner = referenceFunction({ functionId: "countdown" });
      const rest = (await step.invoke("next", { function: inner, data: { n: n - 1 } })) as unknown;
      return `${n} ${String(rest)}`;
    }),
  ]);
  await send("call");
  expect(await runsOf("caller")).toMatchObject([{ output: { gave: "4 3 2 1 zero" } }]);
});

test("the callee's concurrency and idempotency hold: a repeat is not started, and its step told so", async () => {
  let running = 0;
  let most = 0;
  const body: FunctionBody = async ({ event }) => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return event.data.id as number;
  };
  await start([caller(), callee(body, { concurrency: 1, idempotency: "event.data.id" })]);
  await world.client.send([1, 2, 3, 1].map((id) => ({ name: "call", data: { id } })));
  await world.engine.settled();
  const outputs = (await runsOf("caller")).map(({ output }) => JSON.stringify(output)).toSorted();
  expect(outputs).toHaveLength(4);
  expect(outputs.filter((output) => output.includes("idempotency key was used"))).toHaveLength(1);
  expect(most).toBe(1);
});

test("a cancelled caller leaves the function running, a cancelled function fails the step", async () => {
  const function_ = referenceFunction({ functionId: "callee" });
  await start([
    on(
      "call",
      "caller",
      { cancelOn: [{ event: "stop/caller" }] },
      async ({ step }) => (await step.invoke("do it", { function: function_ })) as unknown,
    ),
    callee(async ({ step }) => await step.sleep("a while", "1h"), { cancelOn: [{ event: "stop/callee" }] }),
  ]);
  await send("call");
  await send("stop/caller");
  expect(await runsOf("caller")).toMatchObject([{ status: "Cancelled" }]);
  await world.engine.advance("1h");
  expect(await runsOf("callee")).toMatchObject([{ status: "Completed" }]);
  await send("call");
  await send("stop/callee");
  expect(await runsOf("caller")).toMatchObject([
    { status: "Failed", output: { message: "The invoked function was cancelled" } },
    { status: "Cancelled" },
  ]);
});

test("an invoked run that a person starts again ends for itself: its caller has its answer already", async () => {
  await start([caller(), callee(({ runId }) => runId)]);
  await send("call");
  const [run] = await runsOf("callee");
  await world.request("POST", `/v1/runs/${run?.run_id}/rerun`);
  expect((await runsOf("callee")).map(({ status }) => status)).toEqual(["Completed", "Completed"]);
  expect(await runsOf("caller")).toMatchObject([{ output: { gave: run?.run_id } }]);
});

test("a result that cannot be signed fails the step that waits for it, and not the engine", async () => {
  await start([caller(), callee(() => "half a pair: \ud800")]);
  await send("call");
  expect(await runsOf("caller")).toMatchObject([
    { status: "Completed", output: { failed: "The result cannot be signed" } },
  ]);
});

test("a step whose result cannot be signed again fails the run and says so", async () => {
  const body: FunctionBody = async ({ step }) => {
    await step.run("half a character", () => "\ud83d");
    await step.sleepUntil("it is called again", new Date(0));
  };
  await start([on("half", "half", { retries: 5 }, body)]);
  await send("half");
  expect(await runsOf("half")).toMatchObject([
    { status: "Failed", output: { message: expect.stringContaining("Lone surrogate") } },
  ]);
});

test("the end of every run is told only where somebody listens, and never of the runs it starts", async () => {
  const ends: unknown[] = [];
  const work = on("work", "work", ({ event }) => event.data.n as number);
  await start([work]);
  await send("work", { n: 1 });
  await world.serve([
    work,
    on("inngest/function.finished", "listener", ({ event }) => {
      ends.push([event.data.function_id, event.data.result]);
    }),
  ]);
  await send("work", { n: 2 });
  expect(ends).toEqual([["app-work", 2]]);
});

test("an event stamped with a later time starts its runs then, and can be cancelled until then", async () => {
  const starts: number[] = [];
  const cancelOn = [{ event: "stop", match: "data.n" }] as const;
  await start([on("later", "later", { cancelOn: [...cancelOn] }, () => void starts.push(world.elapsed()))]);
  const day = 86_400_000;
  const at = (ms: number) => ({ name: "later", data: { n: ms }, ts: world.engine.now() + ms });
  await world.client.send([at(3 * day), at(2 * day), at(-day), at(500)]);
  await world.engine.settled();
  expect(starts).toEqual([0, 0]);
  await send("stop", { n: 2 * day });
  await world.engine.advance("4d");
  expect(starts).toEqual([0, 0, 3 * day]);
});

test.each([-1, Date.UTC(1979, 11, 31), Date.UTC(2100, 0, 2), 1e18])(
  "an event stamped %d is refused with 400",
  async (ts) => {
    await start([]);
    const { status } = await world.request("POST", "/e/test-event-key", { body: { name: "n", ts } });
    expect(status).toBe(400);
  },
);
