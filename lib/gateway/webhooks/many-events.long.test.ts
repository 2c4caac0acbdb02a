import { expect, test } from "vitest";
import { inTenant } from "@/db/client";
import { queueWebhook } from "@/db/queries/webhooks/deliveries";
import { useWebhooks } from "./testing/use-webhooks";

/** Many events for a receiver that is not always there. `npm run torture:webhooks` sends 10,000. */

const events = Number(process.env.WEBHOOK_EVENTS ?? 1_000);
const subjects = 20;
const timeout = 60_000 + events * 60;

const hooks = await useWebhooks();
const { gateway, tenantId, state, create, deliver, pass } = hooks;

/** Each of the subjects goes through its statuses one after the other, and all of them at once. */
async function happen(): Promise<void> {
  const steps = events / subjects;
  const goOn = async (subjectId: number) => {
    for (let step = 0; step < steps; step += 1)
      await inTenant(gateway.database, tenantId, (tx) =>
        queueWebhook(tx, tenantId, { type: "run.waiting", subjectId, status: `step-${step}` }),
      );
  };
  await Promise.all(Array.from({ length: subjects }, (_, index) => goOn(index + 1)));
}

function groupBy<Value, Key>(values: readonly Value[], keyOf: (value: Value) => Key): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value]);
  return groups;
}

test(
  "each of many events arrives at least once, under one id, and seq brings them back into their order",
  { timeout },
  async () => {
    const mine = await create(["run.waiting"]);
    let requests = 0;
    let missed = 0;
    state.answer = () => {
      requests += 1;
      // Some are taken, and no answer comes back; some are not taken.
      if (requests % 11 === 0) return "cut";
      if (requests % 7 !== 0) return null;
      missed += 1;
      return { status: 503 };
    };
    await Promise.all([happen(), deliver(), deliver()]);
    for (let round = 0; round < 10; round += 1) {
      await Promise.all([deliver(), deliver(), deliver()]);
      pass(90_000);
    }
    const got = hooks.gotBy(mine);
    const byId = groupBy(got, ({ headers }) => String(headers["webhook-id"]));
    expect(byId.size).toBe(events);
    expect(missed).toBeGreaterThan(0);
    expect(got.length).toBeGreaterThan(events);
    for (const same of byId.values()) expect(new Set(same.map(({ body }) => body)).size).toBe(1);
    const once = [...byId.values()].map(([first]) => first!.event.data);
    expect(new Set(once.map(({ seq }) => seq)).size).toBe(events);
    const ordered = groupBy(
      once.toSorted((a, b) => a.seq - b.seq),
      ({ id }) => id,
    );
    for (const one of ordered.values())
      expect(one.map(({ status }) => status)).toEqual(one.map((_, index) => `step-${index}`));
    expect(ordered.size).toBe(subjects);
  },
);
