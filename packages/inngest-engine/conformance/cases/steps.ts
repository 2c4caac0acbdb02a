import { expect } from "vitest";
import { theme } from "../case";

export const steps = theme("steps and what is remembered of them");

steps.shared(
  "memo",
  "a finished step is remembered with its result and never run again",
  ({ onGo, go, record, completes }) => {
    onGo(async ({ event, step }) => {
      const first = await step.run("first", () => record("first", { n: event.data.n + 1 }));
      const second = await step.run("second", () => record("second", first.n + 1));
      const nothing = await step.run("nothing", () => record("nothing"));
      return { first, second, nothing };
    });
    return () =>
      completes(go({ n: 1 }), { first: { n: 2 }, second: 3, nothing: null }, ["first", "second", "nothing"]);
  },
);

steps.shared(
  "loop",
  "a step id used again in a loop is a step of its own each time",
  ({ onGo, go, completes }) => {
    onGo(async ({ step }) => {
      const sums: number[] = [];
      for (const n of [1, 2, 3]) sums.push(await step.run("double", () => n * 2));
      return sums;
    });
    return () => completes(go(), [2, 4, 6]);
  },
);

steps.shared(
  "no-steps",
  "a function without steps is called once and its return value is the run's output",
  ({ own, onGo, go, record, history, completes }) => {
    onGo(({ event, runId, attempt }) => record(runId, { data: event.data, name: event.name, attempt }));
    return async () => {
      const data = { text: "naïve ☃ \u{1F600}", list: [1, null, { deep: true }], empty: {} };
      const run = await completes(go(data), { data, name: own("go"), attempt: 0 });
      expect(history).toEqual([run.run_id]);
    };
  },
);

steps.shared(
  "send-from-step",
  "step.sendEvent sends its events once and gives their ids, and they start other functions",
  ({ own, onGo, go, record, records, completes }) => {
    onGo({ id: own("sender") }, async ({ step }) => {
      const events = [1, 2].map((n) => ({ name: own("news"), data: { n } }));
      const answer = await step.sendEvent("send", events);
      await step.run("after", () => "after");
      return answer;
    });
    onGo({ id: own("listener"), triggers: [{ event: own("news") }] }, ({ event }) =>
      record([event.id, event.data.n]),
    );
    return async () => {
      const { ids } = (await completes(go())).output as { ids: string[] };
      expect(ids).toHaveLength(2);
      await records({ inAnyOrder: ids.map((id, at) => [id, at + 1]) });
    };
  },
);

export const largeState = theme("large state");

largeState.shared(
  "large",
  "three megabytes of step results come back whole, to the last step",
  ({ onGo, go, record, completes }) => {
    const letters = "abcdefghijkl";
    const stepBytes = 250_000;
    onGo(async ({ step }) => {
      const parts: string[] = [];
      for (const letter of letters) {
        parts.push(await step.run(`part ${letter}`, () => record(letter, letter.repeat(stepBytes))));
      }
      return { length: parts.join("").length, first: parts.map((part) => part[0]).join("") };
    });
    return () => completes(go(), { length: letters.length * stepBytes, first: letters }, [...letters]);
  },
);

largeState.shared(
  "many",
  "many steps in a row each run once, in order",
  ({ onGo, go, record, completes }) => {
    const numbers = Array.from({ length: 25 }, (_, n) => n);
    onGo(async ({ step }) => {
      let sum = 0;
      for (const n of numbers) sum += await step.run(`add ${n}`, () => record(n, n));
      return sum;
    });
    return () => completes(go(), 300, numbers);
  },
);
