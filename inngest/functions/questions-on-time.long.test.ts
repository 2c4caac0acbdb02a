import { afterAll, expect, test } from "vitest";
import { askSchema } from "@/lib/contract/interactions/interactions";
import { ask } from "@/lib/interactions/ask";
import { openVirtualProduct } from "./testing/virtual-product";

const product = await openVirtualProduct(new Date("2031-05-01T00:00:30.000Z"));
afterAll(() => product.close());
const { owner, admin, approver, gateway, engine } = product;

const MINUTE_MS = 60_000;
const LATE_MS_MAX = 5_000;

async function askFor(seconds: number, more: object = {}): Promise<number> {
  const input = askSchema.parse({
    interaction_type: "approval",
    request_data: { message: "May I?" },
    responders: [{ user_id: approver.userId }],
    timeout_seconds: seconds,
    ...more,
  });
  return (await ask(admin, input, null, gateway)).interaction.id;
}

interface Ended {
  id: number;
  status: string;
  lateMs: number;
  warned: boolean;
  timedOut: number;
}

/** The time by which each of them ended after it was due, and how often the ledger says that it did. */
const endsOf = (ids: readonly number[]) => owner<Ended[]>`
  SELECT i.id, i.status, (extract(epoch FROM i.ended_at - i.timeout_at) * 1000)::float8 AS "lateMs",
    i.warning_sent AS warned,
    (SELECT count(*)::int FROM events e WHERE e.entity_type = 'interaction' AND e.entity_id = i.id
       AND e.event_type = 'interaction.timed_out') AS "timedOut"
  FROM hil_interactions i WHERE i.id = ANY (${ids as number[]})`;

test("a question ends within five seconds of its time, wherever in the minute that is", async () => {
  const ids = await Promise.all([61, 77, 83, 84, 118].map((seconds) => askFor(seconds)));
  await engine.advance(3 * MINUTE_MS);
  const ends = await endsOf(ids);
  expect(ends.map(({ status }) => status)).toEqual(Array(ids.length).fill("timeout"));
  for (const { lateMs } of ends) {
    expect(lateMs).toBeGreaterThanOrEqual(0);
    expect(lateMs).toBeLessThan(LATE_MS_MAX);
  }
});

test("the next person is asked within five seconds of the time for it", async () => {
  const input = {
    responders: [{ user_id: approver.userId }, { user_id: admin.userId }],
    escalate_after_seconds: 77,
  };
  const began = engine.now();
  const id = await askFor(600, input);
  const askedOf = async () => {
    const [row] = await owner<{ asked: number }[]>`SELECT asked FROM hil_interactions WHERE id = ${id}`;
    return row!.asked;
  };
  await engine.advance(76_000);
  expect(await askedOf()).toBe(1);
  await engine.advance(began + 77_000 + LATE_MS_MAX - engine.now());
  expect(await askedOf()).toBe(2);
});

test("a thousand that are due in one minute each end within five seconds of their time, warned and ended once", async () => {
  const ids = [];
  for (let index = 0; index < 1_000; index += 1) ids.push(await askFor(1_000 + (index % 60)));
  await engine.advance(20 * MINUTE_MS, { by: "1m" });
  const ends = await endsOf(ids);
  expect(ends).toHaveLength(1_000);
  expect(
    ends.filter(({ status, warned, timedOut }) => status !== "timeout" || !warned || timedOut !== 1),
  ).toEqual([]);
  const lates = ends.map(({ lateMs }) => lateMs).toSorted((a, b) => a - b);
  expect(lates[0]).toBeGreaterThanOrEqual(0);
  expect(lates.at(-1)).toBeLessThan(LATE_MS_MAX);
});
