import { expect, test } from "vitest";
import { type EngineFunction, isRefusal, readFunction } from "../app/function-config";
import { createJudge } from "../expressions/judge";
import { dedupeMs } from "../limits";
import { createClock } from "../../testing/harness";
import { newEvent, openStore } from "../../testing/store";
import { type Db } from "../store/connection";
import { storeEvents } from "../store/events";
import { routeEvents } from "./router";

const db = await openStore();

function onceADay(): EngineFunction {
  const read = readFunction({
    id: "app-f",
    name: "f",
    triggers: [{ event: "go" }],
    steps: { step: { id: "step", name: "step", runtime: { type: "http", url: "http://app/api/inngest" } } },
    idempotency: "event.data.order",
  });
  if (isRefusal(read)) throw new Error(read.message);
  return read;
}

/** A database on which a pass stands still after it saw that events wait, until `happens` has ended. */
function standingStill(happens: () => Promise<void>): Db {
  return new Proxy(db, {
    get: (target, name, receiver) =>
      name === "begin"
        ? async (body: Parameters<Db["begin"]>[0]) => {
            await happens();
            return await db.begin(body as never);
          }
        : (Reflect.get(target, name, receiver) as unknown),
  });
}

test("an event that comes while a pass stands still is judged by the time at which it is taken", async () => {
  const clock = createClock();
  const send = async (id: string, name: string): Promise<void> => {
    const payload = JSON.stringify({ id, name, data: { order: 1 } });
    await storeEvents(db, [newEvent(id, { name, payload })], new Date(clock.now()));
  };
  const route = async (at: Db): Promise<string[]> => {
    const started: string[] = [];
    await routeEvents(at, [onceADay()], {
      now: clock.now,
      judge: createJudge(clock.now, () => {}),
      queued: (runs) => void started.push(...runs.map(({ eventId }) => eventId)),
    });
    return started;
  };
  await send("first", "go");
  expect(await route(db)).toEqual(["first"]);
  clock.advance(dedupeMs - 1);
  await send("begins the pass", "nobody listens");
  const started = await route(
    standingStill(async () => {
      clock.advance(1);
      await send("next day", "go");
    }),
  );
  expect(started).toEqual(["next day"]);
});
