import { afterAll, beforeAll, describe, test } from "vitest";
import { type TestClock, createClock } from "../testing/harness";
import type { Mode } from "./app";
import type { Case, Place } from "./case";
import { themes } from "./cases";
import { openScene, realUrl } from "./scene";
import { createStage } from "./stage";

/** More at once would only wait for each other: engine, app and cases share one process and two cores. */
const sharedAtOnceMax = 10;
const clockWorlds = 2;
const ownAtOnceMax = 2;
/** A real server backs off by tens of seconds; an engine of ours may be on a machine ten times slower. */
const patienceMs = 180_000;
/** Real clocks put their time on events: one that stands still must stand in their future. */
const clockLeadMs = 24 * 3_600_000;

type Play = () => Promise<unknown>;
type Outcome = { passed: true } | { passed: false; error: unknown };

/** All cases of one mode, as tests of the file that calls this. `INNGEST_CASES=key,key` plays only these. */
export function conform(mode: Mode): void {
  const only = process.env.INNGEST_CASES?.split(",");
  const chosen = themes.map(({ title, cases }) => ({
    title,
    cases: cases.filter((one) => (one.modes ?? [mode]).includes(mode) && (only?.includes(one.key) ?? true)),
  }));
  const outcomes = new Map<string, Promise<Outcome>>();
  const closing: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    const at = (place: Place): Case[] =>
      chosen.flatMap(({ cases }) => cases.filter((one) => one.place === place && !(realUrl && one.notReal)));
    const play = (plays: ReadonlyMap<Case, Play>, atOnceMax: number): void => {
      const lanes: Promise<unknown>[] = Array.from({ length: atOnceMax }, () => Promise.resolve());
      for (const [index, [one, start]] of [...plays].entries()) {
        const lane = index % atOnceMax;
        const result = lanes[lane]!.then(() => outcome(start));
        outcomes.set(one.key, result);
        lanes[lane] = result;
      }
    };
    play(await openWorld({ mode, name: "shared", clock: null }, at("shared"), closing), sharedAtOnceMax);
    for (let world = 0; world < clockWorlds; world += 1) {
      const cases = at("clock").filter((_one, index) => index % clockWorlds === world);
      play(await openWorld({ mode, name: `clock${world}`, clock: startClock() }, cases, closing), 1);
    }
    play(new Map(at("own").map((one) => [one, () => playAlone(mode, one)])), ownAtOnceMax);
  });
  afterAll(async () => {
    await Promise.all(outcomes.values());
    for (const close of closing) await close();
  });

  for (const { title, cases } of chosen.filter((theme) => theme.cases.length > 0)) {
    describe(`${mode}: ${title}`, () => {
      for (const one of cases) {
        if (realUrl && one.notReal) test.skip(`${one.name} (not on a real server: ${one.notReal})`, () => {});
        else test(one.name, () => check(outcomes.get(one.key)), 4 * patienceMs);
      }
    });
  }
}

async function check(played: Promise<Outcome> | undefined): Promise<void> {
  const result = await played;
  if (!result) throw new Error("The case was not played: its world could not be opened.");
  if (!result.passed) throw result.error;
}

/** One world for many cases: all their functions are registered in one sync. */
async function openWorld(
  world: { mode: Mode; name: string; clock: TestClock | null; engine?: Case["engine"] },
  cases: readonly Case[],
  closing: (() => Promise<void>)[],
): Promise<Map<Case, Play>> {
  const plays = new Map<Case, Play>();
  if (cases.length === 0) return plays;
  const clock = realUrl ? null : world.clock;
  const { close } = await openScene({
    ...world,
    clock,
    patienceMs,
    define: (scene) =>
      cases.flatMap((one) => {
        const stage = createStage(scene, one.key);
        const see = one.play(stage);
        // No case answers for the app in another's place; at the same time as others none does so at all.
        const leave = (): void => void (one.place === "clock" && scene.app.onRequest(() => null));
        plays.set(one, () => see().finally(leave));
        return stage.functions;
      }),
  });
  closing.push(close);
  return plays;
}

async function playAlone(mode: Mode, one: Case): Promise<void> {
  const closing: (() => Promise<void>)[] = [];
  const world = { mode, name: one.key, clock: startClock(), engine: one.engine };
  const plays = await openWorld(world, [one], closing);
  try {
    await plays.get(one)?.();
  } finally {
    for (const close of closing) await close();
  }
}

/** A case that waits for something that never comes, such as a barrier nobody reaches, ends too. */
async function outcome(play: Play): Promise<Outcome> {
  const limitMs = 2 * patienceMs;
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`The case did not end within ${limitMs} ms`)), limitMs);
  });
  try {
    await Promise.race([play(), tooLong]);
    return { passed: true };
  } catch (error) {
    return { passed: false, error };
  } finally {
    clearTimeout(timer);
  }
}

/** Stands still until a case moves it. */
function startClock(): TestClock {
  return createClock(Math.ceil(Date.now() / 60_000) * 60_000 + clockLeadMs);
}
