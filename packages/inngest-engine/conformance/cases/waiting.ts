import { expect } from "vitest";
import { hourMs, needsItsPages, theme } from "../case";
import type { Stage } from "../stage";

/**
 * Serves a function that waits for "reply" and returns what `give` makes of it. `stands` resolves once so many runs
 * wait: the planned step beside each wait is called only after the answer that held both was stored, so an event sent
 * from then on finds the wait.
 */
function replyWaiter(
  { own, onGo, until }: Stage,
  options: ({ if?: string } | { match?: string }) & {
    timeout?: string;
    before?: () => Promise<void>;
    after?: () => void;
    give: (reply: { data?: Record<string, unknown> } | null) => unknown;
  },
): { stands: (runs?: number) => Promise<unknown> } {
  const { before, after, give, ...wait } = options;
  let standing = 0;
  onGo(async ({ step }) => {
    if (before) await step.run("before", before);
    const [reply] = await Promise.all([
      step.waitForEvent("reply", { event: own("reply"), timeout: "1h", ...wait }),
      step.run("standing", () => void (standing += 1)),
    ]);
    if (after) await step.run("after", after);
    return give(reply);
  });
  return { stands: (runs = 1) => until("the waits to stand", () => standing >= runs) };
}

export const waiting = theme("waiting for an event");

waiting.shared(
  "wait-match",
  "a wait ends with the first event that matches, and gets it whole; others leave it waiting",
  (stage) => {
    const { own, go, send, completes } = stage;
    const condition = "async.data.order == event.data.order && async.data.n > 1";
    const { stands } = replyWaiter(stage, { if: condition, give: (reply) => reply });
    return async () => {
      const id = await go({ order: "a" });
      await stands();
      const reply = (order: string, n: number) => send({ name: own("reply"), data: { order, n } });
      await reply("b", 5);
      await reply("a", 1);
      const matching = await reply("a", 2);
      await reply("a", 3);
      const ts = expect.any(Number) as number;
      await completes(id, { id: matching, name: own("reply"), ts, data: { order: "a", n: 2 } });
    };
  },
);

waiting.shared(
  "wait-field",
  "a wait with `match` wants the same value in both events, and an event without the field does not match",
  (stage) => {
    const { own, go, send, completes } = stage;
    const { stands } = replyWaiter(stage, { match: "data.order", give: (reply) => reply?.data?.mark });
    return async () => {
      const id = await go({ order: 7 });
      await stands();
      for (const data of [{ mark: "none" }, { order: "8", mark: "other" }, { order: 7, mark: "right" }])
        await send({ name: own("reply"), data });
      await completes(id, "right");
    };
  },
);

waiting.clock(
  "wait-unmatched",
  "a wait with `match` is not ended by an event that lacks the field like the run's own, nor for a text that no server matches",
  (stage) => {
    const { own, span, go, send, routed, endsPassing } = stage;
    const { stands } = replyWaiter(stage, {
      timeout: span("1h", "15s"),
      match: "data.order",
      give: (reply) => ({ reply }),
    });
    return async () => {
      const orders = [{}, ...['a"b', "a\\b", "a\nb", "a\0b"].map((order) => ({ order }))];
      const ids: string[] = [];
      for (const data of orders) ids.push(await go(data));
      await stands(orders.length);
      for (const data of orders) await send({ name: own("reply"), data });
      await routed();
      for (const id of ids)
        expect(await endsPassing(id, hourMs)).toMatchObject({ status: "Completed", output: { reply: null } });
    };
  },
);

waiting.shared(
  "wait-alone",
  "a wait that is the function's only open step ends, and the steps after it run",
  ({ own, onGo, go, send, runs, routed, until }) => {
    onGo(async ({ step }) => {
      const first = await step.run("first", () => 1);
      const reply = await step.waitForEvent("reply", { event: own("reply"), timeout: "1h" });
      return await step.run("after", () => first + (reply?.data.n as number));
    });
    return async () => {
      const id = await go();
      // Nothing tells when the wait stands: the event is sent until the run has ended.
      const run = await until("the run to end", async () => {
        await send({ name: own("reply"), data: { n: 2 } });
        await routed();
        return (await runs(id)).find(({ status }) => status === "Completed");
      });
      expect(run.output).toBe(3);
    };
  },
);

waiting.shared("wait-many", "one event ends the waits of every run that waits for it", (stage) => {
  const { own, go, send, completes } = stage;
  const { stands } = replyWaiter(stage, { give: (reply) => reply?.data?.mark });
  return async () => {
    const ids = [await go(), await go()];
    await stands(2);
    await send({ name: own("reply"), data: { mark: "both" } });
    for (const id of ids) await completes(id, "both");
  };
});

waiting.clock(
  "wait-timeout",
  "a wait whose time is up ends with null, not before, and a later event changes nothing",
  (stage) => {
    const { own, span, go, send, runs, routed, completes, passWithLook } = stage;
    const { stands } = replyWaiter(stage, { timeout: span("1h", "3s"), give: (reply) => ({ reply }) });
    return async () => {
      const id = await go();
      await stands();
      await passWithLook(id, hourMs, async () =>
        expect(await runs(id)).toMatchObject([{ status: "Running" }]),
      );
      await completes(id, { reply: null });
      await send({ name: own("reply") });
      await routed();
      expect(await runs(id)).toMatchObject([{ output: { reply: null } }]);
    };
  },
);

waiting.clock("wait-early", "an event sent before the wait stands is missed", (stage) => {
  const { own, span, gate, go, send, routed, pass, completes } = stage;
  const { stands } = replyWaiter(stage, {
    timeout: span("1h", "3s"),
    before: () => gate.pass(),
    give: (reply) => ({ reply }),
  });
  return async () => {
    const id = await go();
    await gate.reached;
    await send({ name: own("reply") });
    await routed();
    gate.open();
    await stands();
    pass(hourMs);
    await completes(id, { reply: null });
  };
});

waiting.clock(
  "wait-race",
  "an event and the end of the time, however close, end a wait once",
  { notReal: needsItsPages },
  (stage) => {
    const { own, go, send, record, history, pass, completes } = stage;
    const { stands } = replyWaiter(stage, {
      after: () => record("after"),
      give: (reply) => (reply ? "event" : "time"),
    });
    return async () => {
      const id = await go();
      await stands();
      pass(hourMs);
      await send({ name: own("reply") });
      const { output } = await completes(id);
      expect(["event", "time"]).toContain(output);
      expect(history).toEqual(["after"]);
    };
  },
);

waiting.shared(
  "wait-nonsense",
  "a wait whose expression is none fails the run and says so, instead of waiting for nothing",
  ({ own, onGo, go, ended }) => {
    const options = { event: own("reply"), timeout: "1h", if: "async.data.n ==" };
    onGo({ retries: 3 }, async ({ step }) => await step.waitForEvent("reply", options));
    return async () => expect(await ended(go())).toMatchObject({ status: "Failed" });
  },
);
