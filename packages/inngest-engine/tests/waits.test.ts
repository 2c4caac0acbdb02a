import { expect, test } from "vitest";
import { on } from "../testing/harness";
import { useVirtualWorld } from "../testing/virtual-world";

const world = useVirtualWorld();
const { start, send } = world;
const runOf = async (functionId: string) => (await world.runsOf(functionId))[0];
const statuses = async () => (await world.runs()).map(({ status }) => status).toSorted();

/** Waits for "answer" and returns what came. */
const asker = (options: { if: string } | { match: string } | object = {}) =>
  on("ask", "ask", async ({ step }) => {
    const answer = await step.waitForEvent("reply", { event: "answer", timeout: "1h", ...options });
    return answer === null ? "nothing" : { answer };
  });

test("without an event it goes on with null at the end of its timeout, to the millisecond", async () => {
  await start([asker()]);
  await send("ask");
  await world.engine.advance(3_600_000 - 1);
  expect(await runOf("ask")).toMatchObject({ status: "Running" });
  await world.engine.advance(1);
  expect(await runOf("ask")).toMatchObject({ status: "Completed", output: "nothing" });
});

test("a timeout that is over already is no wait", async () => {
  await start([
    on("ask", "ask", async ({ step }) => {
      const past = new Date(world.engine.now() - 1_000);
      return (await step.waitForEvent("reply", { event: "answer", timeout: past })) ?? "nothing";
    }),
  ]);
  await send("ask");
  expect(await runOf("ask")).toMatchObject({ status: "Completed", output: "nothing" });
});

test("an event that came before the wait is missed", async () => {
  await start([asker()]);
  await send("answer");
  await world.client.send([{ name: "answer" }, { name: "ask" }, { name: "answer" }]);
  await world.engine.settled();
  expect(await runOf("ask")).toMatchObject({ status: "Running" });
});

test("only an event that shares the matched field goes on, for each of many runs its own", async () => {
  await start([asker({ match: "data.user" })]);
  for (const user of ["ada", "bob", "eve"]) await send("ask", { user });
  await send("answer", { user: "bob", n: 1 });
  await send("answer", { user: "nobody" });
  expect(await statuses()).toEqual(["Completed", "Running", "Running"]);
  expect(await world.runs("?status=completed")).toMatchObject([
    { output: { answer: { ts: world.engine.now(), data: { user: "bob", n: 1 } } } },
  ]);
});

test("of two events for one wait the first is taken and the second is not kept for a later one", async () => {
  await start([
    on("ask", "twice", async ({ step }) => {
      const first = await step.waitForEvent("first", { event: "answer", timeout: "1h" });
      const second = await step.waitForEvent("second", { event: "answer", timeout: "1h" });
      return [first?.data.n, second?.data.n];
    }),
  ]);
  await send("ask");
  await world.client.send([1, 2].map((n) => ({ name: "answer", data: { n } })));
  await world.engine.settled();
  await send("answer", { n: 3 });
  expect(await runOf("twice")).toMatchObject({ status: "Completed", output: [1, 3] });
});

test("steps that wait side by side are all waited for, beside steps that run", async () => {
  await start([
    on("ask", "both", async ({ step }) => {
      const [a, b, c] = await Promise.all([
        step.waitForEvent("a", { event: "answer/a", timeout: "1h" }),
        step.waitForEvent("b", { event: "answer/b", timeout: "2h" }),
        step.run("c", () => "ran"),
      ]);
      return [a?.name ?? null, b?.name ?? null, c];
    }),
  ]);
  await send("ask");
  await send("answer/b");
  expect(await runOf("both")).toMatchObject({ status: "Running" });
  await world.engine.advance("1h");
  expect(await runOf("both")).toMatchObject({ status: "Completed", output: [null, "answer/b", "ran"] });
});

test("an event starts functions and goes to runs that wait for it, both", async () => {
  await start([asker(), on("answer", "also", () => "started")]);
  await send("ask");
  await send("answer");
  expect((await world.runs()).map(({ output }) => output)).toEqual(
    expect.arrayContaining(["started", expect.objectContaining({ answer: expect.anything() })]),
  );
});

test("a condition that fails for an event is false, logged once, and the next event is taken", async () => {
  await start([asker({ if: "async.data.n + 1.0 > 2" })]);
  await send("ask");
  await send("answer", { n: { secret: 1 } });
  await send("answer", { n: { secret: 2 } });
  expect(await runOf("ask")).toMatchObject({ status: "Running" });
  expect(world.logged.filter((line) => line.includes("an expression failed"))).toHaveLength(1);
  expect(world.logged.join()).not.toContain("secret");
  await send("answer", { n: 2 });
  expect(await runOf("ask")).toMatchObject({ status: "Completed" });
});

test("a wait outlives the engine: the next one takes the event, for the run that it is meant for alone", async () => {
  await start([asker({ match: "data.user" })]);
  for (const user of [1, 2]) await send("ask", { user });
  await world.engine.stop();
  await start([asker({ match: "data.user" })]);
  await send("answer", { user: 1 });
  expect(await statuses()).toEqual(["Completed", "Running"]);
});

test("an event of more fields than are labelled still finds the runs that wait for one of them", async () => {
  await start([asker({ match: "data.user" })]);
  for (const user of [1, 2]) await send("ask", { user });
  const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`f${at}`, at]));
  await send("answer", { user: 2, ...many });
  expect(await statuses()).toEqual(["Completed", "Running"]);
});
