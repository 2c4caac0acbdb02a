import postgres from "postgres";
import { expect } from "vitest";
import { createBarrier } from "../../testing/harness";
import { keys } from "../app";
import type { Case, Theme } from "../case";
import { needsItsPages, needsItsProcess } from "../case";
import type { Run } from "../scene";

const hourMs = 3_600_000;

const cases: Case[] = [
  {
    key: "app-restart",
    name: "an app killed in the middle of a step loses no run: the step runs again, finished ones do not",
    place: "own",
    notReal: needsItsPages,
    play: ({ own, onGo }) => {
      const gate = createBarrier();
      const ran: string[] = [];
      return {
        functions: [
          onGo(async ({ step }) => {
            const first = await step.run("first", () => (ran.push("first"), 1));
            await step.run("second", async () => {
              ran.push("second");
              if (ran.filter((name) => name === "second").length === 1) await gate.pass();
            });
            return first;
          }),
        ],
        see: async (scene) => {
          const id = await scene.send({ name: own("go") });
          await gate.reached;
          await scene.app.down();
          await scene.until("the engine to notice", async () => !(await scene.ours.health()).app.synced);
          await scene.app.up();
          const run = await scene.until("the run to end", async () => {
            scene.pass(1_000);
            return (await scene.runs(id)).find(({ status }) => status !== "Running");
          });
          gate.open();
          expect(run).toMatchObject({ status: "Completed", output: 1 });
          expect(ran).toEqual(["first", "second", "second"]);
        },
      };
    },
  },
  {
    key: "engine-asleep",
    name: "an engine restarted while a run sleeps wakes it in time, also where the time came while it was away",
    place: "own",
    notReal: needsItsProcess,
    play: ({ own, onGo }) => {
      const ran: string[] = [];
      return {
        functions: [
          onGo(async ({ event, step }) => {
            await step.run("before", () => void ran.push(`before ${event.data.nap}`));
            await step.sleep("nap", event.data.nap);
            await step.run("after", () => void ran.push(`after ${event.data.nap}`));
          }),
        ],
        see: async (scene) => {
          const go = (nap: string) => scene.send({ name: own("go"), data: { nap } });
          const [short, long] = [await go("1h"), await go("3h")];
          await scene.until("both sleeps", async () => (await scene.ours.health()).queue.scheduled === 2);
          await scene.ours.stop();
          scene.pass(2 * hourMs);
          await scene.ours.start();
          expect(await scene.ended(short)).toMatchObject({ status: "Completed" });
          expect((await scene.runs(long))[0]).toMatchObject({ status: "Running" });
          scene.pass(hourMs);
          expect(await scene.ended(long)).toMatchObject({ status: "Completed" });
          expect(ran).toEqual(["before 1h", "before 3h", "after 1h", "after 3h"]);
        },
      };
    },
  },
  {
    key: "engine-restart",
    name: "what a call of an earlier engine still says is dropped: the step's second run is the one that counts",
    place: "own",
    notReal: needsItsProcess,
    play: ({ own, onGo }) => {
      const gates = [createBarrier(), createBarrier()];
      const finished: number[] = [];
      const after: unknown[] = [];
      let ran = 0;
      return {
        functions: [
          onGo(async ({ step }) => {
            const turn = await step.run("held", async () => {
              const mine = (ran += 1);
              await gates[mine - 1]?.pass();
              finished.push(mine);
              return mine;
            });
            await step.run("after", () => void after.push(turn));
            return turn;
          }),
        ],
        see: async (scene) => {
          const id = await scene.send({ name: own("go") });
          await gates[0]?.reached;
          await scene.ours.stop();
          await scene.ours.start();
          await gates[1]?.reached;
          gates[0]?.open();
          await scene.until("the first call's step", () => finished.includes(1));
          // The first call's checkpoint has arrived and been judged once a later request has.
          await scene.routed();
          gates[1]?.open();
          expect(await scene.ended(id)).toMatchObject({ status: "Completed", output: 2 });
          expect(after.filter((turn) => turn === 2)).toHaveLength(1);
          expect(ran).toBe(2);
        },
      };
    },
  },
  {
    key: "standby",
    name: "of two engines one leads; the other takes events, and takes over when the leader goes",
    place: "own",
    notReal: needsItsProcess,
    play: ({ own, onGo }) => {
      const ran: unknown[] = [];
      return {
        functions: [onGo(({ event }) => void ran.push(event.data.n))],
        see: async (scene) => {
          const standby = await scene.ours.another();
          const tell = async (n: number): Promise<void> => {
            const body = JSON.stringify({ name: own("go"), data: { n } });
            const sent = await fetch(`${standby.url}/e/${keys.event}`, { method: "POST", body });
            expect(sent.status).toBe(200);
            const [id] = ((await sent.json()) as { ids: string[] }).ids;
            await scene.until("the run", async () => {
              const runs = (await (await fetch(`${standby.url}/v1/events/${id}/runs`)).json()) as {
                data: Run[];
              };
              return runs.data[0]?.status === "Completed";
            });
          };
          await tell(1);
          expect((await scene.ours.health()).leader).toBe(true);
          await scene.ours.stop();
          await tell(2);
          expect(ran).toEqual([1, 2]);
        },
      };
    },
  },
  {
    key: "lost-leader",
    name: "a leader that loses its lock stops at once; its step runs again under the next, and both results are one",
    place: "own",
    notReal: needsItsProcess,
    play: ({ own, onGo }) => {
      const gate = createBarrier();
      const ran: string[] = [];
      return {
        functions: [
          onGo(async ({ step }) => {
            await step.run("first", () => void ran.push("first"));
            await step.run("second", async () => {
              ran.push("second");
              if (ran.filter((name) => name === "second").length === 1) await gate.pass();
            });
            await step.run("third", () => void ran.push("third"));
          }),
        ],
        see: async (scene) => {
          await scene.ours.another();
          const id = await scene.send({ name: own("go") });
          await gate.reached;
          const admin = postgres(scene.ours.databaseUrl, { max: 1 });
          const killed = await admin`
            select pg_terminate_backend(pid) from pg_stat_activity
            where application_name = 'inngest_engine_leader' and datname = current_database()
              and pid in (select pid from pg_locks where locktype = 'advisory' and granted)`;
          await admin.end();
          expect(killed).toHaveLength(1);
          await scene.until("the end of the term", () =>
            scene.ours.logged.some((line) => line.startsWith("no longer leading")),
          );
          expect(await scene.ended(id)).toMatchObject({ status: "Completed" });
          gate.open();
          for (let round = 0; round < 2; round += 1) await scene.routed();
          expect(ran).toEqual(["first", "second", "second", "third"]);
        },
      };
    },
  },
];

export const outages: Theme = { title: "outages", cases };
