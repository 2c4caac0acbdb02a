import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ProbePoint } from "../src/probe";
import { type AppLane, openAppLane } from "./app-lane";
import { type Programs, buildPrograms } from "./children";
import { type EngineLane, openEngineLane } from "./engine-lane";
import type { Verdict } from "./judge";
import type { AppMoment } from "./messages";

/** KILL_ROUNDS=50 npm run torture:engine, where there is time for it. */
const rounds = Number(process.env.KILL_ROUNDS ?? 1);
const roundTimeoutMs = 300_000;
const timeoutMs = 300_000 + rounds * roundTimeoutMs;

let programs: Programs;
beforeAll(async () => void (programs = await buildPrograms()));
afterAll(() => programs.remove());

/** Where it is killed, and the latest of its hits that four runs are sure to come to, in either mode. */
const points: [ProbePoint, number][] = [
  ["events_stored", 1],
  ["events_routed", 1],
  ["jobs_claimed", 2],
  ["call_sent", 4],
  ["answer_received", 4],
  ["settling", 4],
  ["settled", 4],
];

/** Which hit a round takes: all of them in turn. */
const hitOf = (round: number, hitsMax: number): number => 1 + (round % hitsMax);

function report(what: string, beganMs: number, verdict: Verdict): void {
  if (process.env.KILL_ROUNDS === undefined) return;
  const { runs, executions, repeats, epochs } = verdict;
  const seconds = ((Date.now() - beganMs) / 1000).toFixed(0);
  console.log(
    `${what}: ${rounds} kills, ${runs} runs in all, ${executions} executions, ${repeats} repeated, epoch ${epochs}, ${seconds} s`,
  );
}

describe.each([
  ["each step a call", false],
  ["checkpointing", true],
])("%s", (mode, checkpointing) => {
  describe("kill -9 of the leading engine, with another standing by", () => {
    let lane: EngineLane;
    beforeAll(async () => void (lane = await openEngineLane(programs.engine, checkpointing)));
    afterAll(() => lane.close());
    test.each(checkpointing ? [...points, ["checkpoint_written", 4] as [ProbePoint, number]] : points)(
      "at %s: no run is lost, no remembered step repeated, and no two dispatch at once",
      async (point, hitsMax) => {
        const beganMs = Date.now();
        for (let round = 0; round < rounds; round += 1) await lane.killAt(point, hitOf(round, hitsMax));
        const verdict = await lane.judge();
        report(`${mode}, engine killed at ${point}`, beganMs, verdict);
        expect(verdict.faults).toEqual([]);
        expect(verdict.epochs).toBeGreaterThan(rounds);
      },
      timeoutMs,
    );

    test(
      "the leader's connection lost: the other leads, and neither dispatches in the other's time",
      async () => {
        const beganMs = Date.now();
        const before = (await lane.judge()).epochs;
        for (let round = 0; round < rounds; round += 1) await lane.cutLeader(1 + (round % 8));
        const verdict = await lane.judge();
        report(`${mode}, leader's connection lost`, beganMs, verdict);
        expect(verdict.faults).toEqual([]);
        expect(verdict.epochs).toBeGreaterThanOrEqual(before + rounds);
      },
      timeoutMs,
    );
  });

  describe("kill -9 of the app", () => {
    let lane: AppLane;
    beforeAll(async () => void (lane = await openAppLane(programs.app, checkpointing)));
    afterAll(() => lane.close());
    test.each<[AppMoment, number]>([
      ["in_step", 8],
      ["between_steps", 4],
    ])(
      "%s: no run is lost, nor an attempt, and no remembered step is repeated",
      async (moment, hitsMax) => {
        const beganMs = Date.now();
        for (let round = 0; round < rounds; round += 1) await lane.killAt(moment, hitOf(round, hitsMax));
        const verdict = await lane.judge();
        report(`${mode}, app killed ${moment}`, beganMs, verdict);
        expect(verdict.faults).toEqual([]);
      },
      timeoutMs,
    );
  });
});
