import { expect, test } from "vitest";
import { sweepInteractions } from "@/lib/interactions/sweep-interactions";
import { cancelRun } from "@/lib/runtime/runs/steer-run";
import { useRuns } from "@/lib/runtime/testing/use-runs";

let laterMs = 0;
const clock = { now: () => new Date(Date.now() + laterMs) };
const runs = await useRuns({ gateway: { clock } });
const { owner, gateway, approver, publish, start, workOff, look } = runs;

const ask = (id: string) =>
  `  - { id: ${id}, needs: [], tool: human.ask, with: { interaction_type: approval, message: "${id}?", responders: [{ role: approver }], timeout_seconds: 60 } }`;

const NAMES = ["one", "two", "three", "four"];

// They ask in another order than that of their ids. `held`: which of them somebody else holds at first.
test.each([0, 1, 2, 3])(
  "questions whose time is over and the cancellation of their run wait for each other never: %i",
  async (held) => {
    const name = `at-once-${held}`;
    await publish(`workflow: ${name}\nsteps:\n${NAMES.map(ask).join("\n")}`);
    const { id } = await start(name);
    const superuser = runs.superuserOf();
    const steps = await superuser<{ id: number }[]>`SELECT id FROM steps WHERE run_id = ${id} ORDER BY id`;
    await superuser`UPDATE steps SET next_eligible_at = clock_timestamp() + interval '1 hour' WHERE run_id = ${id}`;
    for (const at of [2, 0, 3, 1]) {
      await superuser`UPDATE steps SET next_eligible_at = clock_timestamp() WHERE id = ${steps[at]!.id}`;
      await workOff();
    }
    // Their rows are stored in yet another, and read as they are stored.
    for (const at of [1, 3, 2, 0])
      await superuser`UPDATE steps SET started_at = clock_timestamp() WHERE id = ${steps[at]!.id}`;
    await superuser`ANALYZE steps, hil_interactions`;
    const waiting = async () => {
      const [row] = await superuser<{ count: number }[]>`
        SELECT count(*)::int AS count FROM pg_stat_activity
        WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0`;
      return row!.count;
    };
    laterMs = 61_000;
    let ended: Promise<unknown>[] = [];
    await owner.begin(async (tx) => {
      await tx`SELECT FROM steps WHERE id = ${steps[held]!.id} FOR UPDATE`;
      ended = [sweepInteractions(gateway)];
      await expect.poll(waiting, { timeout: 30_000 }).toBe(1);
      ended.push(cancelRun(approver, id, gateway));
      await expect.poll(waiting, { timeout: 30_000 }).toBe(2);
    });
    expect(await ended[0]).toBe(4);
    await ended[1];
    laterMs = 0;
    await workOff();
    expect((await look(id)).status).toBe("cancelled");
  },
);
