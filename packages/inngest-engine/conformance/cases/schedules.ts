import { expect } from "vitest";
import { onTick } from "../../testing/harness";
import { dayMs, hourMs, minuteMs, needsItsClock, theme } from "../case";
import type { Stage } from "../stage";

export const schedules = theme("time");

schedules.clock(
  "sleep",
  "step.sleep lets its time pass, not less, and what ran before it does not run again",
  ({ span, onGo, go, record, history, completes, passWithLook }) => {
    onGo(async ({ step }) => {
      await step.run("before", () => record("before"));
      await step.sleep("nap", span("30d", "2s"));
      await step.run("after", () => record("after"));
    });
    return async () => {
      const id = await go();
      await passWithLook(id, 30 * dayMs, () => expect(history).toEqual(["before"]));
      await completes(id, undefined, ["before", "after"]);
    };
  },
);

schedules.shared("sleep-nothing", "step.sleep of zero or less goes on at once", ({ onGo, go, completes }) => {
  onGo(async ({ step }) => {
    await step.sleep("zero", 0);
    await step.sleep("zero seconds", "0s");
    await step.sleep("less than nothing", -5_000);
    return "awake";
  });
  return () => completes(go(), "awake");
});

schedules.clock(
  "sleep-until",
  "step.sleepUntil wakes at its instant, and at once where that has passed",
  ({ isReal, onGo, go, record, history, completes, passWithLook, now }) => {
    onGo(async ({ event, step }) => {
      await step.sleepUntil("long past", new Date(0));
      await step.run("between", () => record("between"));
      await step.sleepUntil("soon", event.data.until);
      record("after");
    });
    return async () => {
      const waitMs = isReal ? 3_000 : dayMs;
      const id = await go({ until: new Date(now() + waitMs).toISOString() });
      await passWithLook(id, waitMs, () => expect(history).toEqual(["between"]));
      await completes(id, undefined, ["between", "after"]);
    };
  },
);

schedules.clock(
  "future-ts",
  "an event with a time in the future starts its functions then and not before",
  ({ isReal, own, onGo, go, record, history, records, completes, send, routed, pass, now }) => {
    onGo(({ event }) => record(event.data.mark));
    return async () => {
      const laterMs = isReal ? 4_000 : dayMs;
      const id = await send({ name: own("go"), data: { mark: "later" }, ts: now() + laterMs });
      await go({ mark: "now" });
      await records(["now"]);
      pass(laterMs - 1_000);
      await routed();
      if (!isReal) expect(history).toEqual(["now"]);
      pass(1_000);
      await completes(id, undefined, ["now", "later"]);
    };
  },
);

/** Lets each of these times pass, and expects the schedule to have fired once more after each. */
async function expectTicks({ history, routed, until, pass }: Stage, spansMs: number[]): Promise<void> {
  // Others may have moved the clock before: the runs that this has started end first.
  await routed();
  const before = history.length;
  for (const [fired, ms] of spansMs.entries()) {
    pass(ms);
    await until("the tick", () => history.length > before + fired);
    await routed();
    expect(history).toHaveLength(before + fired + 1);
  }
}

schedules.clock("cron", "a schedule fires at its tick, once", (stage) => {
  const { client, own, serve, record, history } = stage;
  serve(onTick("* * * * *", own("f"), ({ event }) => record(event.data))(client));
  return async () => {
    await expectTicks(stage, [minuteMs, minuteMs, minuteMs]);
    expect(history.at(-1)).toMatchObject({ cron: "* * * * *" });
  };
});

schedules.clock(
  "cron-missed",
  "a schedule that missed ticks while nothing ran fires once for them, and then at its ticks again",
  { notReal: needsItsClock },
  (stage) => {
    const { client, own, serve, record } = stage;
    serve(onTick("TZ=Europe/Rome 0 9 * * *", own("f"), () => record("fired"))(client));
    return () => expectTicks(stage, [5 * dayMs, dayMs]);
  },
);

schedules.clock(
  "clock-forward",
  "a clock that jumps far ahead while a step runs does not call the step a second time",
  { notReal: needsItsClock },
  ({ gate, onGo, go, record, history, completes, routed, pass }) => {
    onGo(
      { retries: 3 },
      async ({ step }) =>
        await step.run("long", async () => {
          record("call");
          await gate.pass();
          return history.length;
        }),
    );
    return async () => {
      const id = await go();
      await gate.reached;
      for (const ms of [11 * minuteMs, dayMs, 300 * dayMs]) {
        pass(ms);
        await routed();
      }
      gate.open();
      await completes(id, 1);
    };
  },
);

schedules.clock(
  "clock-backward",
  "a clock that is set back ends no run, repeats none, and new events start at once",
  { notReal: needsItsClock },
  ({ onGo, go, record, completes, ended, runs, planned, pass }) => {
    onGo(async ({ event, step }) => {
      await step.run("work", () => record(event.data.mark));
      if (event.data.sleeps) await step.sleep("nap", "1h");
      return event.data.mark as string;
    });
    return async () => {
      const sleeper = await go({ mark: "sleeps", sleeps: true });
      await planned(sleeper);
      pass(-2 * hourMs);
      await ended(go({ mark: "past" }));
      expect(await runs(sleeper)).toMatchObject([{ status: "Running" }]);
      pass(3 * hourMs + 1_000);
      await completes(sleeper, undefined, ["sleeps", "past"]);
    };
  },
);
