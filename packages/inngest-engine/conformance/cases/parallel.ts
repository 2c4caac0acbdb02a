import { NonRetriableError } from "inngest";
import { expect } from "vitest";
import { theme } from "../case";

const breakForGood = (): never => {
  throw new NonRetriableError("broken");
};

export const parallel = theme("parallel steps");

parallel.shared(
  "side-by-side",
  "parallel steps run at the same time, each once, and the function goes on when all have finished",
  ({ gate, onGo, go, record, history, completes }) => {
    onGo(async ({ step }) => {
      const body = async (name: string): Promise<string> => {
        record(name);
        if (history.length === 3) gate.open();
        await gate.pass();
        return name;
      };
      const results = await Promise.all(["x", "y", "z"].map((name) => step.run(name, () => body(name))));
      return await step.run("join", () => results.join(""));
    });
    return () => completes(go(), "xyz", { inAnyOrder: ["x", "y", "z"] });
  },
);

parallel.shared(
  "nested",
  "parallel branches may hold steps and groups of their own, and every step runs once",
  ({ onGo, go, record, completes }) => {
    onGo(async ({ step }) => {
      const one = (name: string) => step.run(name, () => record(name, name));
      const branch = async (name: string): Promise<string> => {
        const first = await one(`${name}1`);
        const rest = await Promise.all([one(`${name}2`), one(`${name}3`)]);
        return [first, ...rest].join(" ");
      };
      const branches = await Promise.all([branch("a"), branch("b"), one("c")]);
      return [...branches, await one("end")];
    });
    const inAnyOrder = ["a1", "a2", "a3", "b1", "b2", "b3", "c", "end"];
    return () => completes(go(), ["a1 a2 a3", "b1 b2 b3", "c", "end"], { inAnyOrder });
  },
);

parallel.shared(
  "one-fails",
  "a step that fails for good in a group spoils no other: the function sees each result",
  ({ onGo, go, record, completes }) => {
    onGo({ retries: 2 }, async ({ step }) => {
      const settled = await Promise.allSettled([
        step.run("good", () => record("good", 1)),
        step.run("bad", () => record("bad", breakForGood)()),
        step.run("fine", () => record("fine", 2)),
      ]);
      return settled.map((result) =>
        result.status === "fulfilled" ? result.value : (result.reason as Error).message,
      );
    });
    return () => completes(go(), [1, "broken", 2], { inAnyOrder: ["bad", "fine", "good"] });
  },
);

parallel.shared(
  "group-fails",
  "a step that fails for good in a group, caught by nobody, fails the run once",
  ({ onGo, go, record, fails, records }) => {
    onGo(
      { onFailure: ({ error }) => record(error.message) },
      async ({ step }) =>
        void (await Promise.all([step.run("good", () => 1), step.run("bad", breakForGood)])),
    );
    return async () => {
      await fails(go(), "broken");
      await records(["broken"]);
    };
  },
);

parallel.shared(
  "group-retries",
  "a step of a group is tried again by its own count, and the others are not run again",
  ({ again, onGo, go, record, completes }) => {
    onGo(
      { retries: 2 },
      async ({ step, attempt }) =>
        await Promise.all([
          step.run("steady", () => record("steady", "steady")),
          step.run("shaky", () => {
            record(`shaky${attempt}`);
            if (attempt < 2) throw again("not yet");
            return "shaky";
          }),
        ]),
    );
    const inAnyOrder = ["shaky0", "shaky1", "shaky2", "steady"];
    return () => completes(go(), ["steady", "shaky"], { inAnyOrder });
  },
);

parallel.shared(
  "race",
  "Promise.race has one winner for the whole run, and every step of it runs once",
  ({ onGo, go, record, history, completes }) => {
    onGo(async ({ step }) => {
      const one = (name: string) => step.run(name, () => record(name, name));
      const winner = await Promise.race([one("a"), one("b"), one("c")]);
      const first = await step.run("kept", () => winner);
      const second = await step.run("kept again", () => winner);
      return [winner, first, second];
    });
    return async () => {
      const [winner, ...later] = (await completes(go())).output as string[];
      expect(["a", "b", "c"]).toContain(winner);
      expect(later).toEqual([winner, winner]);
      expect(history.toSorted()).toEqual(["a", "b", "c"]);
    };
  },
);

parallel.shared(
  "group-race",
  "group.parallel in race mode goes on with its first step while another still runs",
  ({ gate, onGo, go, record, history, completes, until }) => {
    onGo(async ({ step, group }) => {
      const winner = await group.parallel({ mode: "race" }, () =>
        Promise.race([
          step.run("slow", async () => (await gate.pass(), "slow")),
          step.run("fast", async () => (await gate.reached, "fast")),
        ]),
      );
      await step.run("after", () => record(winner));
      return winner;
    });
    return async () => {
      const id = await go();
      await until("the step after the race", () => history.length === 1);
      gate.open();
      await completes(id, "fast", ["fast"]);
    };
  },
);

parallel.clock(
  "sleep-beside",
  "a sleep beside a step holds up neither: the step runs at once, the function goes on after the sleep",
  ({ span, onGo, go, record, records, completes, pass }) => {
    onGo(async ({ step }) => {
      await Promise.all([step.sleep("nap", span("1h", "2s")), step.run("beside", () => record("beside"))]);
      await step.run("after", () => record("after"));
    });
    return async () => {
      const id = await go();
      await records(["beside"]);
      pass(3_600_000);
      await completes(id, undefined, ["beside", "after"]);
    };
  },
);
