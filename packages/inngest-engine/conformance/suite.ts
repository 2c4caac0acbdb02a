import { afterAll, beforeAll, describe, test } from "vitest";
import type { TestClock } from "../testing/harness";
import type { Case, Mode, Play } from "./case";
import { stageOf } from "./case";
import { themes } from "./cases";
import type { Define, Scene } from "./scene";
import { openScene, realUrl } from "./scene";

/** More at once would only wait for each other: engine, app and cases share one process and two cores. */
const sharedAtOnceMax = 10;
const clockWorlds = 2;
const ownAtOnceMax = 2;
/** A real server backs off by tens of seconds. */
const patienceMs = realUrl ? 180_000 : 120_000;
/** A pending case waits in vain for what the engine lacks. */
const pendingPatienceMs = 1_000;
/** Real clocks put their time on events: one that stands still must stand in their future. */
const clockLeadMs = 24 * 3_600_000;

type Outcome = { passed: true } | { passed: false; error: unknown };

/** All cases of one mode, as tests of the file that calls this. `INNGEST_CASES=key,key` plays only these. */
export function conform(mode: Mode): void {
  const only = process.env.INNGEST_CASES?.split(",");
  const chosen = themes.map(({ title, cases }) => ({
    title,
    cases: cases.filter((one) => (one.modes ?? [mode]).includes(mode) && (only?.includes(one.key) ?? true)),
  }));
  const played = chosen.flatMap(({ cases }) => cases).filter((one) => !(realUrl && one.notReal));
  const outcomes = new Map<string, Promise<Outcome>>();
  const closing: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    const at = (place: Case["place"]): Case[] => played.filter((one) => one.place === place);
    const play = (cases: readonly [Case, () => Promise<Outcome>][], atOnceMax: number): void => {
      const lanes: Promise<unknown>[] = Array.from({ length: atOnceMax }, () => Promise.resolve());
      for (const [index, [one, start]] of cases.entries()) {
        const lane = index % atOnceMax;
        const result = (lanes[lane] ?? Promise.resolve()).then(start);
        outcomes.set(one.key, result);
        lanes[lane] = result;
      }
    };
    play(await stageCompany({ mode, name: "shared", clock: null }, at("shared"), closing), sharedAtOnceMax);
    const clocked = at("clock");
    for (let world = 0; world < clockWorlds; world += 1) {
      const cases = clocked.filter((_one, index) => index % clockWorlds === world);
      play(await stageCompany({ mode, name: `clock${world}`, clock: createClock() }, cases, closing), 1);
    }
    play(
      at("own").map((one) => [one, () => playAlone(mode, one)]),
      ownAtOnceMax,
    );
  });
  afterAll(async () => {
    await Promise.all(outcomes.values());
    for (const close of closing) await close();
  });

  for (const { title, cases } of chosen) {
    if (cases.length === 0) continue;
    describe(`${mode}: ${title}`, () => {
      for (const one of cases) declare(one, outcomes);
    });
  }
}

function declare(one: Case, outcomes: ReadonlyMap<string, Promise<Outcome>>): void {
  const check = async (): Promise<void> => {
    const result = await outcomes.get(one.key);
    if (!result) throw new Error("The case was not played: its world could not be opened.");
    if (!result.passed) throw result.error;
  };
  if (realUrl && one.notReal) test.skip(`${one.name} (not on a real server: ${one.notReal})`, () => {});
  else if (one.pending && !realUrl)
    test.fails(`${one.name} (pending: ${one.pending})`, check, 2 * patienceMs);
  else test(one.name, check, 4 * patienceMs);
}

/** One world for many cases: all their functions are registered in one sync. */
async function stageCompany(
  { mode, name, clock }: { mode: Mode; name: string; clock: TestClock | null },
  cases: readonly Case[],
  closing: (() => Promise<void>)[],
): Promise<[Case, () => Promise<Outcome>][]> {
  if (cases.length === 0) return [];
  const plays = new Map<Case, Play>();
  const define: Define = (stage) => {
    for (const one of cases) plays.set(one, one.play(stageOf(stage, one.key)));
    return [...plays.values()].flatMap(({ functions }) => functions);
  };
  const { scene, close } = await openScene({ mode, name, clock: realUrl ? null : clock, patienceMs, define });
  closing.push(close);
  return [...plays].map(([one, play]) => [
    one,
    () =>
      outcome(one, () => play.see(withPatience(scene, one))).finally(() => {
        // No case answers for the app in another's place; at the same time as others none does so at all.
        if (one.place === "clock") scene.app.onRequest(() => null);
      }),
  ]);
}

async function playAlone(mode: Mode, one: Case): Promise<Outcome> {
  const clock = realUrl ? null : createClock();
  const plays: Play[] = [];
  const define: Define = (stage) => {
    plays.push(one.play(stageOf(stage, one.key)));
    return plays.flatMap(({ functions }) => functions);
  };
  const opened = await openScene({
    mode,
    name: one.key,
    clock,
    patienceMs,
    engine: one.engine,
    define,
  }).catch((error: unknown) => ({ error }));
  if ("error" in opened) return { passed: false, error: opened.error };
  const { scene, close } = opened;
  const result = await outcome(one, async () => void (await plays[0]?.see(withPatience(scene, one))));
  await close();
  return result;
}

function withPatience(scene: Scene, one: Case): Scene {
  return one.pending ? scene.patient(pendingPatienceMs) : scene;
}

/** A case that waits for something that never comes, such as a barrier nobody reaches, ends too. */
async function outcome(one: Case, play: () => Promise<void>): Promise<Outcome> {
  const limitMs = one.pending ? 2 * pendingPatienceMs : 2 * patienceMs;
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
function createClock(): TestClock {
  let nowMs = Math.ceil(Date.now() / 60_000) * 60_000 + clockLeadMs;
  return { now: () => nowMs, advance: (ms) => void (nowMs += ms) };
}
