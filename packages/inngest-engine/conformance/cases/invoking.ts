import { NonRetriableError, referenceFunction } from "inngest";
import { expect } from "vitest";
import type { FunctionBody } from "../../testing/harness";
import { hourMs, theme } from "../case";
import type { Stage } from "../stage";

const messageOf = (error: Error): string => error.message;

/** Serves a function that only other functions call. */
const serveCallee = <Output>({ own, onGo }: Stage, body: (call: Parameters<FunctionBody>[0]) => Output) =>
  onGo({ id: own("callee"), triggers: [{ event: own("never sent") }] }, body);

export const invoking = theme("functions that call functions");

invoking.shared(
  "invoke",
  "step.invoke calls a function with its data, waits for it, and gets what it returned",
  (stage) => {
    const { onGo, go, record, history, completes } = stage;
    const callee = serveCallee(stage, async ({ event, step }) => {
      record([event.name, event.data.n]);
      return { twice: await step.run("double", () => (event.data.n as number) * 2) };
    });
    onGo(async ({ step }) => {
      const answer = (await step.invoke("call", { function: callee, data: { n: 21 } })) as { twice: number };
      return await step.run("after", () => answer.twice);
    });
    return async () => {
      await completes(go(), 42);
      expect(history[0]).toEqual(["inngest/function.invoked", 21]);
    };
  },
);

invoking.shared(
  "invoke-error",
  "step.invoke throws the error of the function it called, and the caller may catch it",
  (stage) => {
    const { onGo, go, completes } = stage;
    const callee = serveCallee(stage, () => {
      throw new NonRetriableError("the callee broke");
    });
    onGo({ retries: 3 }, async ({ step }) => {
      const caught = await step.invoke("call", { function: callee, data: {} }).catch(messageOf);
      return await step.run("after", () => caught);
    });
    return () => completes(go(), expect.stringContaining("the callee broke"));
  },
);

invoking.clock(
  "invoke-timeout",
  "step.invoke with a timeout throws when it is up; the function it called goes on",
  (stage) => {
    const { span, onGo, go, record, history, endsPassing, pass, until } = stage;
    const callee = serveCallee(stage, async ({ step }) => {
      await step.run("started", () => record("started"));
      await step.sleep("nap", span("30d", "6s"));
      await step.run("finished", () => record("finished"));
    });
    onGo(
      { retries: 3 },
      async ({ step }) =>
        await step
          .invoke("call", { function: callee, data: {}, timeout: span("1h", "2s") })
          .then(() => "returned", messageOf),
    );
    return async () => {
      const id = await go();
      await until("the callee", () => history.length === 1);
      const output = expect.stringContaining("Timed out waiting for invoked function to complete") as string;
      expect(await endsPassing(id, hourMs / 4)).toMatchObject({ status: "Completed", output });
      expect(history).toEqual(["started"]);
      await until("the callee's end", () => {
        pass(24 * hourMs);
        return history.includes("finished");
      });
    };
  },
);

invoking.shared(
  "invoke-unknown",
  "step.invoke of a function that nobody serves throws instead of waiting",
  ({ own, onGo, go, completes }) => {
    const nobody = referenceFunction({ functionId: own("nobody") });
    onGo(
      async ({ step }) =>
        await step.invoke("call", { function: nobody, data: {} }).then(() => "returned", messageOf),
    );
    return async () => {
      const { output } = await completes(go(), expect.stringMatching(/not|find|found/i));
      expect(output).not.toBe("returned");
    };
  },
);

invoking.shared("invoke-many", "parallel invocations of one function each get their own answer", (stage) => {
  const { onGo, go, completes } = stage;
  const callee = serveCallee(stage, ({ event }) => {
    if (event.data.n === 2) throw new NonRetriableError("not two");
    return (event.data.n as number) * 10;
  });
  onGo(async ({ step }) => {
    const calls = [1, 2, 3].map((n) => step.invoke(`call ${n}`, { function: callee, data: { n } }));
    const results = await Promise.allSettled(calls);
    return results.map((result) => (result.status === "fulfilled" ? result.value : "failed"));
  });
  return () => completes(go(), [10, "failed", 30]);
});
