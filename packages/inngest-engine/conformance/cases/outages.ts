import postgres from "postgres";
import { expect } from "vitest";
import { createBarrier, cutLeader, readHealth } from "../../testing/harness";
import { keys } from "../app";
import { hourMs, needsItsPages, needsItsProcess, theme } from "../case";
import { readRuns } from "../real-server";

const ownProcess = { notReal: needsItsProcess };

export const outages = theme("outages");

outages.own(
  "app-restart",
  "an app killed in the middle of a step loses no run: the step runs again, finished ones do not",
  { notReal: needsItsPages },
  ({ app, gate, onGo, go, record, history, endsPassing, until, ours }) => {
    onGo(async ({ step }) => {
      const first = await step.run("first", () => record("first", 1));
      await step.run("second", async () => {
        record("second");
        if (history.length === 2) await gate.pass();
      });
      return first;
    });
    return async () => {
      const id = await go();
      await gate.reached;
      await app.down();
      await until("the engine to notice", async () => !(await ours().health()).app.synced);
      const sentMeanwhile = await go();
      await app.up();
      const runs = [await endsPassing(id, 1_000), await endsPassing(sentMeanwhile, 1_000)];
      gate.open();
      expect(runs).toMatchObject([1, 1].map((output) => ({ status: "Completed", output })));
      // Twice by the run that was cut off, once by the one that was sent meanwhile.
      expect(history.filter((entry) => entry === "first")).toHaveLength(2);
      expect(history.filter((entry) => entry === "second")).toHaveLength(3);
    };
  },
);

outages.own(
  "engine-asleep",
  "an engine restarted while a run sleeps wakes it in time, also where the time came while it was away",
  ownProcess,
  ({ onGo, go, record, history, completes, planned, pass, runs, ours }) => {
    onGo(async ({ event, step }) => {
      await step.run("before", () => record(`before ${event.data.nap}`));
      await step.sleep("nap", event.data.nap);
      await step.run("after", () => record(`after ${event.data.nap}`));
    });
    return async () => {
      const [short, long] = [await go({ nap: "1h" }), await go({ nap: "3h" })];
      await planned(short);
      await planned(long);
      await ours().stop();
      pass(2 * hourMs);
      await ours().start();
      await completes(short);
      expect(await runs(long)).toMatchObject([{ status: "Running" }]);
      pass(hourMs);
      await completes(long);
      expect(history.slice(0, 2).toSorted()).toEqual(["before 1h", "before 3h"]);
      expect(history.slice(2)).toEqual(["after 1h", "after 3h"]);
    };
  },
);

outages.own(
  "engine-restart",
  "the late answer of an earlier engine's call is dropped: the step's second run is the one that counts",
  ownProcess,
  ({ onGo, go, record, history, completes, routed, until, ours }) => {
    const gates = [createBarrier(), createBarrier()];
    let turns = 0;
    onGo(async ({ step }) => {
      await step.run("first", () => record("first"));
      const turn = await step.run("held", async () => {
        const mine = (turns += 1);
        await gates[mine - 1]?.pass();
        return record(`held ${mine}`, mine);
      });
      await step.run("after", () => record(`after ${turn}`));
      return turn;
    });
    return async () => {
      const id = await go();
      await gates[0]!.reached;
      await ours().stop();
      await ours().start();
      await gates[1]!.reached;
      gates[0]!.open();
      await until("the first call's step", () => history.includes("held 1"));
      // The first call's checkpoint has arrived and been judged once a later request has.
      await routed();
      gates[1]!.open();
      await completes(id, 2);
      for (const once of ["first", "after 2"])
        expect(history.filter((entry) => entry === once)).toHaveLength(1);
      expect(turns).toBe(2);
    };
  },
);

outages.own(
  "standby",
  "of two engines one leads; the other takes events, and takes over when the leader goes",
  ownProcess,
  ({ own, onGo, record, history, until, ours }) => {
    onGo(({ event }) => record(event.data.n));
    return async () => {
      const standby = await ours().another();
      const send = async (n: number): Promise<void> => {
        const body = JSON.stringify({ name: own("go"), data: { n } });
        const response = await fetch(`${standby.url}/e/${keys.event}`, { method: "POST", body });
        expect(response.status).toBe(200);
        const [id] = ((await response.json()) as { ids: string[] }).ids;
        await until("the run", async () => (await readRuns(standby.url, id!))[0]?.status === "Completed");
      };
      await send(1);
      expect((await ours().health()).leader).toBe(true);
      expect((await readHealth(standby.url)).leader).toBe(false);
      await ours().stop();
      await send(2);
      expect((await readHealth(standby.url)).leader).toBe(true);
      expect(history).toEqual([1, 2]);
    };
  },
);

outages.own(
  "lost-leader",
  "a leader that loses its lock stops at once; its step runs again under the next, and both results are one",
  ownProcess,
  ({ gate, onGo, go, record, history, completes, routed, until, ours }) => {
    onGo(async ({ step }) => {
      await step.run("first", () => record("first"));
      await step.run("second", async () => {
        record("second");
        if (history.length === 2) await gate.pass();
      });
      await step.run("third", () => record("third"));
    });
    return async () => {
      await ours().another();
      const id = await go();
      await gate.reached;
      const admin = postgres(ours().databaseUrl, { max: 1 });
      await cutLeader(admin);
      await admin.end();
      await until("the end of the term", () =>
        ours().logged.some((line) => line.startsWith("no longer leading")),
      );
      await completes(id);
      gate.open();
      await routed(2);
      expect(history).toEqual(["first", "second", "second", "third"]);
      const terms = ours().logged.filter((line) => line.startsWith("leading"));
      expect(terms).toEqual(['leading {"epoch":1}', 'leading {"epoch":2}']);
    };
  },
);
