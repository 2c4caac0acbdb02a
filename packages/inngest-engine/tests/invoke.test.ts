import { NonRetriableError, referenceFunction } from "inngest";
import { expect, test } from "vitest";
import type { Define } from "../testing/harness";
import { signingKey } from "../testing/harness";
import { useVirtualWorld } from "../testing/virtual-world";

const world = useVirtualWorld();
const { start, send, runsOf } = world;

/** A function without triggers knows nothing of its data. */
const givenTo = (event: { data: unknown }) => event.data as { n: number; id: number; fails?: boolean };

type Options = { timeout?: string; data?: Record<string, unknown> };

/** Invokes "callee" (or another) and returns what it gave, or the message of its error. */
const caller =
  (options: Options = {}, functionId = "callee"): Define =>
  (inngest) => [
    inngest.createFunction(
      { id: "caller", retries: 0, triggers: [{ event: "call" }] },
      async ({ event, step }) => {
        const callee = referenceFunction({ functionId });
        try {
          const results = {
            data: options.data ?? event.data,
            ...(options.timeout ? { timeout: options.timeout } : {}),
          };
          return { gave: (await step.invoke("do it", { function: callee, ...results })) as unknown };
        } catch (error) {
          return { failed: (error as Error).message };
        }
      },
    ),
  ];

test("a step gets what the function it invoked returned; the function's own triggers do not matter", async () => {
  const seen: unknown[] = [];
  await start((inngest) => [
    ...caller()(inngest),
    inngest.createFunction(
      { id: "callee", retries: 0, triggers: [{ event: "never", if: "event.data.n > 100" }] },
      async ({ event, step }) => {
        seen.push([event.name, event.data.n]);
        await step.sleep("a while", "1h");
        return { doubled: event.data.n * 2 };
      },
    ),
    inngest.createFunction(
      { id: "curious", retries: 0, triggers: [{ event: "*" }] },
      ({ event }) => event.name,
    ),
  ]);
  await send("call", { n: 21 });
  expect(await runsOf("caller")).toMatchObject([{ status: "Running" }]);
  await world.engine.advance("1h");
  expect(await runsOf("caller")).toMatchObject([{ status: "Completed", output: { gave: { doubled: 42 } } }]);
  expect(new Set(seen.map((entry) => JSON.stringify(entry)))).toEqual(
    new Set(['["inngest/function.invoked",21]']),
  );
  const heard = (await runsOf("curious")).map(({ output }) => output);
  expect(heard).toContain("call");
  expect(heard).not.toContain("inngest/function.invoked");
});

test("a function that returns nothing gives null, one that fails gives its error after its own attempts", async () => {
  let attempts = 0;
  await start((inngest) => [
    ...caller()(inngest),
    inngest.createFunction({ id: "callee", retries: 2 }, ({ event }) => {
      if (!givenTo(event).fails) return;
      attempts += 1;
      throw new Error(`attempt ${attempts}`);
    }),
  ]);
  await send("call", {});
  await send("call", { fails: true });
  await world.engine.advance("1d");
  const outputs = (await runsOf("caller")).map(({ output }) => output);
  expect(outputs).toHaveLength(2);
  expect(outputs).toEqual(expect.arrayContaining([{ failed: "attempt 3" }, { gave: null }]));
  expect(attempts).toBe(3);
});

test("a timeout fails the step, and the function goes on for nobody", async () => {
  await start((inngest) => [
    ...caller({ timeout: "30m" })(inngest),
    inngest.createFunction({ id: "callee", retries: 0 }, async ({ step }) => {
      await step.sleep("a while", "1h");
      return "late";
    }),
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
  await start(caller({}, "nowhere"));
  await send("call");
  expect(await runsOf("caller")).toMatchObject([
    { status: "Completed", output: { failed: "could not find function with ID: app-nowhere" } },
  ]);
});

test("functions invoke functions that invoke functions", async () => {
  await start((inngest) => {
    const countdown = inngest.createFunction(
      { id: "countdown", retries: 0 },
      async ({ event, step }): Promise<string> => {
        const { n } = givenTo(event);
        if (n === 0) return "zero";
        const inner = referenceFunction({ functionId: "countdown" });
        const rest = (await step.invoke("next", {
          function: inner,
          data: { n: n - 1 },
        })) as unknown;
        return `${n} ${String(rest)}`;
      },
    );
    return [...caller({ data: { n: 4 } }, "countdown")(inngest), countdown];
  });
  await send("call");
  expect(await runsOf("caller")).toMatchObject([{ output: { gave: "4 3 2 1 zero" } }]);
});

test("invocations side by side are all waited for, also where one fails", async () => {
  await start((inngest) => {
    const callee = inngest.createFunction({ id: "callee", retries: 0 }, ({ event }) => {
      if (givenTo(event).n === 2) throw new NonRetriableError("not two");
      return givenTo(event).n * 10;
    });
    return [
      callee,
      inngest.createFunction(
        { id: "caller", retries: 0, triggers: [{ event: "call" }] },
        async ({ step }) => {
          const results = await Promise.allSettled(
            [1, 2, 3].map(async (n) => await step.invoke(`do ${n}`, { function: callee, data: { n } })),
          );
          return results.map((result) => (result.status === "fulfilled" ? result.value : "failed"));
        },
      ),
    ];
  });
  await send("call");
  expect(await runsOf("caller")).toMatchObject([{ status: "Completed", output: [10, "failed", 30] }]);
});

test("the callee's concurrency and idempotency hold: a repeat is not started, and its step told so", async () => {
  let running = 0;
  let most = 0;
  await start((inngest) => [
    ...caller()(inngest),
    inngest.createFunction(
      { id: "callee", retries: 0, concurrency: 1, idempotency: "event.data.id" },
      async ({ event }) => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        return givenTo(event).id;
      },
    ),
  ]);
  await world.client.send([1, 2, 3, 1].map((id) => ({ name: "call", data: { id } })));
  await world.engine.settled();
  const outputs = (await runsOf("caller")).map(({ output }) => JSON.stringify(output)).toSorted();
  expect(outputs).toHaveLength(4);
  expect(outputs.filter((output) => output.includes("idempotency key was used"))).toHaveLength(1);
  expect(most).toBe(1);
});

test("a cancelled caller leaves the function running, a cancelled function fails the step", async () => {
  const define: Define = (inngest) => [
    inngest.createFunction(
      { id: "caller", retries: 0, cancelOn: [{ event: "stop/caller" }], triggers: [{ event: "call" }] },
      async ({ step }) =>
        await step.invoke("do it", { function: referenceFunction({ functionId: "callee" }) }),
    ),
    inngest.createFunction(
      { id: "callee", retries: 0, cancelOn: [{ event: "stop/callee" }] },
      async ({ step }) => await step.sleep("a while", "1h"),
    ),
  ];
  await start(define);
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
  await start((inngest) => [
    ...caller()(inngest),
    inngest.createFunction({ id: "callee", retries: 0 }, ({ runId }) => runId),
  ]);
  await send("call");
  const [callee] = await runsOf("callee");
  await world.engine.fetch(`${world.engine.url}/v1/runs/${callee?.run_id}/rerun`, {
    method: "POST",
    headers: { authorization: `Bearer ${signingKey}` },
  });
  await world.engine.settled();
  expect((await runsOf("callee")).map(({ status }) => status)).toEqual(["Completed", "Completed"]);
  expect(await runsOf("caller")).toMatchObject([{ output: { gave: callee?.run_id } }]);
});

test("a result that cannot be signed fails the step that waits for it, and not the engine", async () => {
  await start((inngest) => [
    ...caller()(inngest),
    inngest.createFunction({ id: "callee", retries: 0 }, () => "half a pair: \ud800"),
  ]);
  await send("call");
  expect(await runsOf("caller")).toMatchObject([
    { status: "Completed", output: { failed: "The result cannot be signed" } },
  ]);
});

test("the end of every run is told only where somebody listens, and never of the runs it starts", async () => {
  const heard: unknown[] = [];
  const work: Define = (inngest) => [
    inngest.createFunction(
      { id: "work", retries: 0, triggers: [{ event: "work" }] },
      ({ event }) => event.data.n,
    ),
  ];
  await start(work);
  await send("work", { n: 1 });
  await world.serve((inngest) => [
    ...work(inngest),
    inngest.createFunction(
      { id: "listener", retries: 0, triggers: [{ event: "inngest/function.finished" }] },
      ({ event }) => void heard.push([event.data.function_id, event.data.result]),
    ),
  ]);
  await send("work", { n: 2 });
  expect(heard).toEqual([["app-work", 2]]);
});

test("an event stamped with a later time starts its runs then, and can be cancelled until then", async () => {
  const seen: number[] = [];
  await start((inngest) => [
    inngest.createFunction(
      {
        id: "later",
        retries: 0,
        cancelOn: [{ event: "stop", match: "data.n" }],
        triggers: [{ event: "later" }],
      },
      () => void seen.push(world.elapsed()),
    ),
  ]);
  const day = 86_400_000;
  const at = (ms: number) => ({ name: "later", data: { n: ms }, ts: world.engine.now() + ms });
  await world.client.send([at(3 * day), at(2 * day), at(-day), at(500)]);
  await world.engine.settled();
  expect(seen).toEqual([0, 0]);
  await send("stop", { n: 2 * day });
  await world.engine.advance("4d");
  expect(seen).toEqual([0, 0, 3 * day]);
});

test.each([-1, Date.UTC(1979, 11, 31), Date.UTC(2100, 0, 2), 1e18])(
  "an event stamped %d is refused with 400",
  async (ts) => {
    await start(() => []);
    const response = await world.engine.fetch(`${world.engine.url}/e/test-event-key`, {
      method: "POST",
      body: JSON.stringify({ name: "n", ts }),
    });
    expect(response.status).toBe(400);
  },
);
