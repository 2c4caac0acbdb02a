import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { newGate, outcomeOf } from "@/lib/gateway/testing/race";
import { AgentTurns, turnLimitsFor } from "./agent-turns";

const limits = {
  runningMax: 3,
  runningOfTenantMax: 2,
  runningOfAskerMax: 1,
  waitingOfAskerMax: 4,
  waitingOfTenantMax: 6,
  waitMsMax: 1_000,
  retryAfterSeconds: 5,
  rests: false,
};
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** Asks for turns under names, and says who has one. */
function watch(turns = new AgentTurns(limits), restsLonger?: () => boolean) {
  const begun: string[] = [];
  const gates = new Map<string, () => void>();
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return {
    begun,
    ask(name: string, [tenantId, agentId]: [number, number]) {
      const taker = { tenantId, agentId };
      const gate = newGate();
      gates.set(name, () => gate.open());
      return outcomeOf(
        turns.take(
          taker,
          async () => {
            begun.push(name);
            await gate.opened;
            return name;
          },
          restsLonger,
        ),
      );
    },
    settled,
    async end(name: string) {
      gates.get(name)!();
      await settled();
    },
  };
}

describe("an agent", () => {
  test("has one turn at a time, in the order in which it asked", async () => {
    const { ask, begun, end, settled } = watch();
    for (const name of ["a", "b", "c"]) void ask(name, [1, 1]);
    await settled();
    expect(begun).toEqual(["a"]);
    await end("a");
    expect(begun).toEqual(["a", "b"]);
    await end("b");
    expect(begun).toEqual(["a", "b", "c"]);
  });
  test("goes on after work that failed", async () => {
    const turns = new AgentTurns(limits);
    const taker = { tenantId: 1, agentId: 1 };
    await expect(turns.take(taker, () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
    expect(await turns.take(taker, async () => "done")).toBe("done");
  });
  test("whose queue is full is refused with the time to come back, and others are not", async () => {
    const { ask, begun, settled } = watch();
    for (let count = 0; count < 1 + limits.waitingOfAskerMax; count += 1) void ask(`a${count}`, [1, 1]);
    const refusal = await ask("one too many", [1, 1]);
    expect(refusal.error).toMatchObject({ code: "rate_limited", status: 429, retryAfterSeconds: 5 });
    void ask("other agent", [1, 2]);
    await settled();
    expect(begun).toEqual(["a0", "other agent"]);
  });
  test("that has waited for too long is refused, and never begun", async () => {
    const { ask, begun, end, settled } = watch();
    void ask("slow", [1, 1]);
    const impatient = ask("impatient", [1, 1]);
    await settled();
    vi.advanceTimersByTime(limits.waitMsMax);
    expect((await impatient).error).toMatchObject({ code: "rate_limited", retryAfterSeconds: 5 });
    void ask("next", [1, 1]);
    await end("slow");
    expect(begun).toEqual(["slow", "next"]);
  });
});

describe("a tenant", () => {
  test("leaves a turn to the others, however many agents it has", async () => {
    const { ask, begun, settled } = watch();
    for (const agent of [1, 2, 3, 4]) void ask(`1/${agent}`, [1, agent]);
    void ask("2/1", [2, 1]);
    await settled();
    expect(begun).toEqual(["1/1", "1/2", "2/1"]);
  });
  test("with fewer turns goes first", async () => {
    const { ask, begun, end, settled } = watch();
    for (const agent of [1, 2, 3]) void ask(`1/${agent}`, [1, agent]);
    for (const tenant of [2, 3]) void ask(`${tenant}/1`, [tenant, 1]);
    await settled();
    expect(begun).toEqual(["1/1", "1/2", "2/1"]);
    await end("1/1");
    expect(begun.slice(3)).toEqual(["3/1"]);
    await end("1/2");
    expect(begun.slice(4)).toEqual(["1/3"]);
  });
  test("serves its agents in turn, however much one of them sends", async () => {
    const { ask, begun, end, settled } = watch();
    for (const name of ["first", "second", "third", "fourth"]) void ask(name, [1, 1]);
    for (const agent of [2, 3]) void ask(`1/${agent}`, [1, agent]);
    await settled();
    expect(begun).toEqual(["first", "1/2"]);
    for (const name of ["first", "second", "1/3"]) await end(name);
    expect(begun.slice(2)).toEqual(["second", "1/3", "third"]);
  });
  test("whose agents fill its queue is refused, and others are not", async () => {
    const { ask, begun, settled } = watch();
    for (const agent of [1, 2]) void ask(`1/${agent}`, [1, agent]);
    for (let agent = 3; agent < 3 + limits.waitingOfTenantMax; agent += 1) void ask(`1/${agent}`, [1, agent]);
    expect((await ask("one too many", [1, 99])).error).toMatchObject({ code: "rate_limited" });
    void ask("2/1", [2, 1]);
    await settled();
    expect(begun).toEqual(["1/1", "1/2", "2/1"]);
  });
});

describe("an agent with more to do", () => {
  const resting = { ...limits, rests: true };
  let nowMs = 0;
  const newWatch = (restsLonger?: () => boolean) => {
    nowMs = 10_000;
    return watch(new AgentTurns(resting, () => nowMs), restsLonger);
  };
  const pass = (ms: number) => {
    nowMs += ms;
    vi.advanceTimersByTime(ms);
  };

  test("rests for as long as its turn took, where another agent had a turn within a second", async () => {
    const { ask, begun, end, settled } = newWatch();
    for (const name of ["a", "b"]) void ask(name, [1, 1]);
    void ask("other", [1, 2]);
    await settled();
    pass(200);
    await end("other");
    await end("a");
    expect(begun).toEqual(["a", "other"]);
    pass(199);
    void ask("other again", [1, 2]);
    await settled();
    expect(begun).toEqual(["a", "other", "other again"]);
    pass(1);
    await settled();
    expect(begun).toEqual(["a", "other", "other again", "b"]);
  });
  test("rests three times as long where it sends more than it may", async () => {
    const { ask, begun, end, settled } = newWatch(() => true);
    for (const name of ["a", "b"]) void ask(name, [1, 1]);
    void ask("other", [1, 2]);
    await settled();
    pass(100);
    await end("a");
    pass(299);
    await settled();
    expect(begun).toEqual(["a", "other"]);
    pass(1);
    await settled();
    expect(begun).toEqual(["a", "other", "b"]);
  });
  test("does not rest where it is alone, or the others are long gone", async () => {
    const { ask, begun, end, settled } = newWatch();
    void ask("other", [2, 1]);
    await settled();
    await end("other");
    pass(1_000);
    for (const name of ["a", "b", "c"]) void ask(name, [1, 1]);
    await settled();
    pass(200);
    for (const name of ["a", "b"]) await end(name);
    expect(begun).toEqual(["other", "a", "b", "c"]);
  });
  test("that sends one after the other never rests", async () => {
    const { ask, begun, end, settled } = newWatch();
    void ask("other", [1, 2]);
    for (const name of ["a", "b"]) {
      void ask(name, [1, 1]);
      await settled();
      pass(200);
      await end(name);
    }
    expect(begun).toEqual(["other", "a", "b"]);
  });
});

test.each([
  [1, 1, 1],
  [2, 1, 1],
  [20, 6, 3],
  [200, 66, 33],
])("a pool of %i has %i turns, %i of them for one tenant", (poolMax, runningMax, runningOfTenantMax) => {
  expect(turnLimitsFor(poolMax)).toMatchObject({ runningMax, runningOfTenantMax });
});
