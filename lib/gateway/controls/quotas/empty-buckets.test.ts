import { afterEach, expect, test, vi } from "vitest";
import type { Gateway } from "@/lib/gateway/context";
import { newGate, refusalOf, untilWaiting } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { ASK_MS_MAX, takeQuotasInTurn } from "./empty-buckets";

const world = await useWorld();
const { owner, superuser, tenantId } = world;

let nowMs = Date.parse("2026-03-02T09:00:00Z");
const gateway: Gateway = { ...world.gateway, clock: { now: () => new Date(nowMs) } };
const take = (asker: string, perMinute = 2) => takeQuotasInTurn(tenantId, [{ asker, perMinute }], gateway);
const refill = (asker: string) => owner`DELETE FROM quota_buckets WHERE asker = ${asker}`;
/** Locks its row, as a transaction of another process would, until `release`. */
async function holdBucket(asker: string) {
  const [locked, released] = [newGate(), newGate()];
  const holding = owner.begin(async (tx) => {
    await tx`SELECT FROM quota_buckets WHERE asker = ${asker} FOR UPDATE`;
    locked.open();
    await released.opened;
  });
  await Promise.race([locked.opened, holding]);
  return { release: () => released.open(), holding };
}
afterEach(() => vi.useRealTimers());
const EMPTY = { remaining: null, refusedAt: 1 };

test("an empty bucket is not asked for again within the second, however full the database has it", async () => {
  for (const left of [1, 0]) expect((await take("spender")).remaining).toEqual([left]);
  expect(await take("spender")).toMatchObject(EMPTY);
  await refill("spender");
  nowMs += 999;
  const refused = await take("spender");
  expect(refused).toMatchObject(EMPTY);
  expect(refused.retrySeconds).toBeGreaterThan(0);
  nowMs += 1;
  expect((await take("spender")).remaining).toEqual([1]);
});

test("a higher limit counts at once, and so does a clock that was set back", async () => {
  for (let tries = 0; tries < 3; tries += 1) await take("raised");
  expect(await take("raised")).toMatchObject(EMPTY);
  await refill("raised");
  expect((await take("raised", 3)).remaining).toEqual([2]);
  nowMs -= 1;
  expect((await take("raised")).remaining).toEqual([1]);
});

test("where another bucket is empty the asker's own is asked for again", async () => {
  const both = () =>
    takeQuotasInTurn(
      tenantId,
      [
        { asker: "among many", perMinute: 9 },
        { asker: "all", perMinute: 1 },
      ],
      gateway,
    );
  expect((await both()).remaining).toEqual([8, 0]);
  expect(await both()).toMatchObject({ remaining: null, refusedAt: 2 });
  await refill("all");
  expect((await both()).remaining).toEqual([7, 0]);
});

test("forty tries at once of one asker hold one connection while its bucket is locked, and others go on", async () => {
  await take("flooder");
  const { release, holding } = await holdBucket("flooder");
  const tries = Array.from({ length: 40 }, () => take("flooder"));
  await untilWaiting(superuser, 1);
  // With a connection for each of them this one would find none.
  expect((await take("honest")).remaining).toEqual([1]);
  const [row] = await superuser<{ waiting: number }[]>`
    SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  expect(row!.waiting).toBe(1);
  release();
  await holding;
  const answers = await Promise.all(tries);
  expect(answers.filter(({ remaining }) => remaining !== null)).toHaveLength(1);
});

test("a try that the database never answers ends, and the next one of its asker asks anew", async () => {
  let isSilent = true;
  const never = new Promise<never>(() => {});
  const { sql } = gateway.database;
  // A connection whose other end is gone: nothing comes back, no fault either.
  const answering = ((...query: Parameters<typeof sql>) => (isSilent ? never : sql(...query))) as typeof sql;
  const silent: Gateway = { ...gateway, database: { ...gateway.database, sql: answering } };
  const ask = () => takeQuotasInTurn(tenantId, [{ asker: "unanswered", perMinute: 2 }], silent);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const [first, second] = [refusalOf(ask()), ask()];
  await vi.advanceTimersByTimeAsync(ASK_MS_MAX - 1);
  isSilent = false;
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  expect(await first).toMatchObject({ code: "unavailable", status: 503 });
  expect((await second).remaining).toEqual([1]);
});
