import { beforeEach, expect, test } from "vitest";
import { newEvent, openStore } from "../../testing/store";
import type { Db } from "./connection";
import type { NewEvent } from "./events";
import { takeEvents } from "./intake";

const db = await openStore();
beforeEach(async () => void (await db`truncate inngest_engine.events, inngest_engine.event_keys cascade`));

const insertEvents = async (on: Db, events: readonly NewEvent[], now: Date): Promise<string[]> => {
  const arrivals = events.map((given) => ({ ...given, starts: null }));
  return (await takeEvents(on, arrivals, { epoch: null, now })).ids;
};

const event = (id: string, dedupeKey: string | null): NewEvent => newEvent(id, { dedupeKey });

test("requests with the same keys in opposite orders, at the same time, agree on one event per key", async () => {
  const keys = Array.from({ length: 200 }, (_, n) => `key-${n}`);
  const request = (who: number): NewEvent[] =>
    (who % 2 === 0 ? keys : keys.toReversed()).map((key) => event(`${who}-${key}`, key));
  const now = new Date();
  const answers = await Promise.all([0, 1, 2, 3].map((who) => insertEvents(db, request(who), now)));
  const stored = await db<{ id: string }[]>`select id from inngest_engine.events`;
  expect(stored).toHaveLength(keys.length);
  const winners = new Set(stored.map(({ id }) => id));
  for (const ids of answers) expect(new Set(ids)).toEqual(winners);
});

test("within one request the first event of a key is stored, the others answer its id, and events without a key stay", async () => {
  const now = new Date();
  const ids = await insertEvents(
    db,
    [event("1", "k"), event("2", null), event("3", "k"), event("4", null)],
    now,
  );
  expect(ids).toEqual(["1", "2", "1", "4"]);
  expect(await db`select id from inngest_engine.events order by id`).toMatchObject([
    { id: "1" },
    { id: "2" },
    { id: "4" },
  ]);
});

test("a key is free again after 24 hours and not a millisecond before", async () => {
  const day = 24 * 60 * 60_000;
  const now = Date.now();
  expect(await insertEvents(db, [event("1", "k")], new Date(now))).toEqual(["1"]);
  expect(await insertEvents(db, [event("2", "k")], new Date(now + day - 1))).toEqual(["1"]);
  expect(await insertEvents(db, [event("3", "k")], new Date(now + day))).toEqual(["3"]);
});
