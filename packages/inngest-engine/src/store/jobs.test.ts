import { expect, test } from "vitest";
import { leaseMs } from "../limits";
import { startEpoch } from "./leader";
import { applySettlement } from "./settle";
import { claim as claimAll, openStore, startRuns } from "../../testing/store";

const start = new Date("2026-01-05T08:00:00.000Z");
const later = (ms: number): Date => new Date(start.getTime() + ms);
const db = await openStore();

async function startRun(id: string, limit?: number): Promise<void> {
  const limits = limit === undefined ? {} : { limitKeys: ["key"], limits: [limit] };
  await startRuns(db, [id], start, { attemptsMax: 3, ...limits });
}
const claim = (epoch: number, now = start, inFlight: string[] = []) =>
  claimAll(db, { epoch, now, inFlight, freed: ["key"] });
const complete = (job: Awaited<ReturnType<typeof claim>>[number] | undefined, epoch: number) => {
  if (!job) throw new Error("no job");
  const settlement = { kind: "completed" as const, output: epoch, changes: [] };
  return applySettlement(db, { job, epoch, now: start, settlement, call: null });
};

test("a leader of an earlier epoch takes no job, and what it settles late is dropped", async () => {
  const first = await startEpoch(db);
  await startRun("fenced");
  const [held] = await claim(first);
  const second = await startEpoch(db);
  expect(await claim(first)).toEqual([]);
  const [taken] = await claim(second);
  expect(taken?.id).toBe(held?.id);
  expect(await complete(held, first)).toBe("stale");
  expect(await complete(taken, second)).toBe("applied");
  expect(await complete(taken, second)).toBe("stale");
  const ended = await db<{ output: string }[]>`
    select output from inngest_engine.runs where status = 'completed'`;
  expect(ended.map((run) => run.output)).toEqual([String(second)]);
});

test("a leased job is free again when its lease runs out, unless its call is still in flight", async () => {
  const epoch = await startEpoch(db);
  await startRun("leased");
  const [job] = await claim(epoch);
  expect(await claim(epoch, later(leaseMs - 1))).toEqual([]);
  expect(await claim(epoch, later(leaseMs), [job?.id ?? ""])).toEqual([]);
  const again = await claim(epoch, later(leaseMs));
  expect(again.map(({ id, dispatch }) => [id, dispatch])).toEqual([[job?.id, 2]]);
  expect(await complete(job, epoch)).toBe("stale");
  expect(await complete(again[0], epoch)).toBe("applied");
});

test("one claim takes no more jobs of a key than its limit leaves, and an expired lease frees its place", async () => {
  const epoch = await startEpoch(db);
  for (const id of ["a", "b", "c"]) await startRun(id, 2);
  const claimed = await claim(epoch);
  expect(claimed).toHaveLength(2);
  expect(await claim(epoch)).toEqual([]);
  const retaken = await claim(epoch, later(leaseMs));
  expect(retaken).toHaveLength(2);
  for (const job of retaken) await complete(job, epoch);
  const rest = await claim(epoch, later(leaseMs));
  expect(rest).toHaveLength(1);
  await complete(rest[0], epoch);
});

test("two claims at the same time share the jobs and take none twice", async () => {
  const epoch = await startEpoch(db);
  for (let index = 0; index < 12; index += 1) await startRun(`shared-${index}`);
  const claims = await Promise.all([claim(epoch), claim(epoch)]);
  const ids = claims.flat().map((job) => job.id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThanOrEqual(10);
});
