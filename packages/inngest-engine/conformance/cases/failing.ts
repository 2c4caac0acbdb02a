import { NonRetriableError, RetryAfterError } from "inngest";
import { expect } from "vitest";
import { hourMs, theme } from "../case";

const lose = (): never => {
  throw new NonRetriableError("lost");
};

export const retrying = theme("attempts");

retrying.shared(
  "retry-step",
  "a failing step is tried again by its own count, and the next step counts from zero",
  ({ again, onGo, go, record, completes }) => {
    onGo({ retries: 2 }, async ({ step, attempt }) => {
      const failFirst = (name: string, times: number) =>
        step.run(name, () => {
          record(`${name}${attempt}`);
          if (attempt < times) throw again("not yet");
        });
      await step.run("before", () => record("before"));
      await failFirst("a", 2);
      await failFirst("b", 1);
      return "done";
    });
    return () => completes(go(), "done", ["before", "a0", "a1", "a2", "b0", "b1"]);
  },
);

retrying.shared(
  "retry-function",
  "an error between steps calls the function again, and no finished step",
  ({ again, onGo, go, record, history, completes }) => {
    onGo({ retries: 2 }, async ({ step, attempt }) => {
      const first = await step.run("kept", () => record("kept", 1));
      record(`between ${attempt}`);
      if (attempt < 1) throw again("not yet");
      return await step.run("after", () => first + 1);
    });
    return async () => {
      await completes(go(), 2);
      expect(history.filter((name) => name === "kept")).toHaveLength(1);
      expect(history).toContain("between 1");
    };
  },
);

retrying.shared(
  "exhausted",
  "a function that keeps failing is called retries + 1 times, then its run has failed with the last error",
  ({ again, onGo, go, record, fails }) => {
    onGo({ retries: 2 }, ({ attempt }) => {
      record(attempt);
      throw again(`attempt ${attempt}`);
    });
    return () => fails(go(), "attempt 2", [0, 1, 2]);
  },
);

retrying.own(
  "backoff",
  "without a time of its own a failed attempt is repeated by the server's backoff, each wait longer",
  { notReal: "waits for the server's backoff of 15 s and more", engine: { retryMs: 60_000 } },
  ({ onGo, go, record, history, completes, planned, pass, routed, until }) => {
    onGo({ retries: 2 }, ({ attempt }) => {
      record(attempt);
      if (attempt < 2) throw new Error("not yet");
      return "done";
    });
    return async () => {
      const id = await go();
      for (const [failed, waitMs] of [60_000, 120_000].entries()) {
        await planned(id);
        pass(waitMs - 1_000);
        await routed();
        expect(history).toHaveLength(failed + 1);
        // Up to half as much again: a server may scatter its repeats.
        pass(waitMs / 2 + 1_000);
        await until("the next attempt", () => history.length === failed + 2);
      }
      await completes(id, "done");
    };
  },
);

retrying.shared(
  "non-retriable",
  "NonRetriableError fails the run at the first attempt",
  ({ onGo, go, record, fails }) => {
    onGo({ retries: 5 }, () => record("call", lose)());
    return () => fails(go(), "lost", ["call"]);
  },
);

retrying.shared(
  "non-retriable-step",
  "NonRetriableError in a step ends the step at once, and the function may catch it and go on",
  ({ onGo, go, record, completes }) => {
    onGo({ retries: 5 }, async ({ step }) => {
      const caught = await step
        .run("breaks", (): string => record("step", lose)())
        .catch((error: Error) => error.message);
      return await step.run("after", () => `caught ${caught}`);
    });
    return () => completes(go(), "caught lost", ["step"]);
  },
);

retrying.clock(
  "retry-after",
  "RetryAfterError is obeyed: nothing happens before its time, and the next attempt at it",
  ({ isReal, span, onGo, go, record, history, completes, passWithLook, now }) => {
    onGo({ retries: 1 }, ({ attempt }) => {
      record(now());
      if (attempt === 0) throw new RetryAfterError("busy", span("1h", "3s"));
      return "done";
    });
    return async () => {
      const id = await go();
      await passWithLook(id, hourMs, () => expect(history).toHaveLength(1));
      await completes(id, "done");
      const [first, second] = history.map(Number);
      expect(second! - first!).toBeGreaterThanOrEqual(isReal ? 2_000 : hourMs);
    };
  },
);

export const failing = theme("failure and what follows from it");

failing.shared(
  "step-caught",
  "a step's error can be caught once its attempts are used up, and is remembered",
  ({ again, onGo, go, record, completes }) => {
    onGo({ retries: 1 }, async ({ step }) => {
      const caught = await step
        .run("breaks", () => {
          record("breaks");
          throw again("broken");
        })
        .catch((error: Error) => ({ name: error.name, message: error.message }));
      await step.run("after", () => record("after"));
      return caught;
    });
    return () => completes(go(), { message: "broken" }, ["breaks", "breaks", "after"]);
  },
);

failing.shared(
  "step-uncaught",
  "a step's error that nobody catches fails the run without calling the step again",
  ({ again, onGo, go, record, fails }) => {
    onGo({ retries: 1 }, async ({ step }) => {
      await step.run("breaks", () => {
        record("breaks");
        throw again("broken");
      });
      record("never");
    });
    return () => fails(go(), "broken", ["breaks", "breaks"]);
  },
);

failing.shared(
  "on-failure",
  "onFailure runs once, with the error, the run and the event of the run that failed",
  ({ functionId, onGo, go, record, records, ended }) => {
    onGo(
      {
        onFailure: ({ event: { name, data }, error: { message } }) =>
          record({ name, functionId: data.function_id, runId: data.run_id, data: data.event.data, message }),
      },
      lose,
    );
    return async () => {
      const { run_id: runId } = await ended(go({ n: 7 }));
      const name = "inngest/function.failed";
      await records([{ name, functionId, runId, data: { n: 7 }, message: "lost" }]);
    };
  },
);

failing.shared(
  "function-failed",
  "inngest/function.failed reaches every function that listens to it, and tells which failed and why",
  ({ own, functionId, onGo, go, record, history, ended, until, routed }) => {
    onGo(lose);
    onGo(
      {
        id: own("observer"),
        triggers: [{ event: "inngest/function.failed", if: `event.data.function_id == "${functionId}"` }],
      },
      ({ event }) => record(event.data),
    );
    return async () => {
      const { run_id } = await ended(go({ n: 7 }));
      await until("the event", () => history.length > 0);
      await routed();
      const event = { name: own("go"), data: { n: 7 } };
      expect(history).toMatchObject([{ function_id: functionId, run_id, error: { message: "lost" }, event }]);
    };
  },
);

failing.shared(
  "error-cause",
  "the cause of an error reaches onFailure and inngest/function.failed",
  ({ own, functionId, onGo, go, record, records, ended }) => {
    onGo({ onFailure: ({ error }) => record((error.cause as Error).message) }, () => {
      throw new NonRetriableError("lost", { cause: new Error("the disk is full") });
    });
    onGo(
      {
        id: own("observer"),
        triggers: [{ event: "inngest/function.failed", if: `event.data.function_id == "${functionId}"` }],
      },
      ({ event }) => record((event.data.error.cause as Error).message),
    );
    return async () => {
      await ended(go());
      await records(["the disk is full", "the disk is full"]);
    };
  },
);

failing.shared(
  "failing-on-failure",
  "an onFailure that fails itself starts no further onFailure",
  ({ functionId, onGo, go, record, records, ended }) => {
    onGo({ onFailure: ({ event }) => record(event.data.function_id, lose)() }, lose);
    return async () => {
      await ended(go());
      await records([functionId], 3);
    };
  },
);
