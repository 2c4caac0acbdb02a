import { afterEach, describe, expect, test } from "vitest";
import { type TenantTransaction, inTenant } from "@/db/client";
import { isPassingFault } from "@/db/passing-faults";
import { endLooks, flipSwitch } from "@/db/queries/controls/kill-switches";
import type { SwitchName } from "@/lib/core/kill-switch";
import { findEngagedSwitch } from "@/db/queries/pushes/pushes";
import { selectRows } from "@/db/queries/rows";
import { type SQL, sql } from "drizzle-orm";
import { flipSwitch as releaseOrEngage } from "@/lib/gateway/testing/flip-switch";
import { requestsOf } from "@/lib/gateway/testing/deliver";
import { letManyWait } from "@/lib/gateway/testing/load/many-waiting";
import { proposals } from "@/lib/gateway/testing/proposals";
import {
  newGate,
  outcomeOf,
  pastEveryGuard,
  refusalOf,
  until,
  untilWaiting,
} from "@/lib/gateway/testing/race";
import { releaseEverySwitch } from "@/lib/gateway/testing/release-every-switch";
import { useWorld } from "@/lib/gateway/testing/use-world";

const world = await useWorld();
const { superuser, gateway, owner, approver, tenantId, push } = world;
await letManyWait(owner, world.admin, gateway);
afterEach(() => releaseEverySwitch(owner));

const flip = (name: SwitchName, engaged: boolean) =>
  releaseOrEngage(world.owner, world.admin, { name, engaged, reason: "test" }, gateway);
const approved = async (input: Record<string, unknown>) => {
  const { proposal } = await world.propose(input);
  await world.decide(approver, proposal);
  return { ...proposal, pushId: (await world.pushOf(proposal.id)).id };
};
const isHalted = { outcome: "halted", retryInMs: null };

describe.each([
  ["ns_writes", () => proposals.arNote()],
  ["proposed_apply", () => proposals.arNote()],
  [
    "high_risk_ops",
    () =>
      proposals.creditLimit(60_500, {
        entity_ref: "Harbor Light Hotels",
        changes: [{ field: "creditlimit", to: 91_000 }],
      }),
  ],
] as const)("%s flipped between approval and push", (name, make) => {
  test("keeps the push queued without spending an attempt; its release asks for delivery under a new event id", async () => {
    const { id, pushId } = await approved(make());
    await flip(name, true);
    for (let call = 0; call < 3; call += 1) expect(await push(pushId)).toMatchObject(isHalted);
    expect(await world.pushOf(id)).toMatchObject({ status: "queued", attempts: 0, lease_attempt: 0 });
    expect(await world.commitsOf(id)).toHaveLength(0);

    await flip(name, false);
    expect(await requestsOf(world, pushId)).toEqual([`push-${pushId}-round-0`, `push-${pushId}-round-1`]);
    expect(await push(pushId)).toEqual({ outcome: "applied" });
    expect(await world.statusOf(id)).toBe("applied");
  });
});

/** Engages the switch as its verb does, and counts the rows at the moment of its answer. */
async function countAtAnswer(name: SwitchName, count: SQL): Promise<number> {
  const { database } = world.db;
  await flipSwitch(database, tenantId, { name, release: null, reason: "test", byLabel: "test" });
  expect(await endLooks(database, tenantId)).toBe(0);
  return inTenant(database, tenantId, (tx) => countBy(tx, count));
}
async function countBy(tx: TenantTransaction, count: SQL): Promise<number> {
  const [row] = await selectRows<{ count: number }>(tx, count);
  return row!.count;
}

test("no approval commits after the flip that forbids it, in 20 races of 16 approvals against one flip", async () => {
  let blocked = 0;
  let claimed = 0;
  for (let round = 0; round < 20; round += 1) {
    const results = await Promise.all(Array.from({ length: 16 }, () => world.propose(proposals.arNote())));
    const ids = results.map(({ proposal }) => proposal.id);
    const count = sql`SELECT count(*)::int AS count FROM proposed_actions WHERE status = 'approved' AND id = ANY (${sql.param(ids)}::bigint[])`;
    const startFlipAt = (round * 5) % 16;
    const decisions: Promise<unknown>[] = [];
    let flipped: Promise<number> = Promise.resolve(0);
    const outcomes = await Promise.all(
      results.map(({ proposal }, index) => {
        const countFlip = () => countAtAnswer("proposed_apply", count);
        // A flip waits for nobody and may win every race: in each second round a first approval is let through.
        if (index === startFlipAt)
          flipped = round % 2 === 0 ? countFlip() : Promise.race(decisions).then(countFlip);
        const outcome = outcomeOf(world.decide(approver, proposal));
        decisions.push(outcome);
        return outcome;
      }),
    );
    // Every approval happened before the answer; none came after it.
    const approvedAtFlip = await flipped;
    expect(await inTenant(world.db.database, tenantId, (tx) => countBy(tx, count))).toBe(approvedAtFlip);
    expect(outcomes.filter(({ value }) => value?.outcome === "claimed")).toHaveLength(approvedAtFlip);
    expect(outcomes.filter(({ error }) => error?.code === "blocked")).toHaveLength(16 - approvedAtFlip);
    claimed += approvedAtFlip;
    blocked += 16 - approvedAtFlip;
    await flip("proposed_apply", false);
  }
  expect(Math.min(claimed, blocked), "both sides win some").toBeGreaterThan(0);
});

/** A transaction that has looked at the switches and stands still until the gate is opened. */
async function lookAndStandStill(mark: string) {
  const [look, goOn] = [newGate(), newGate()];
  const transaction = inTenant(world.db.database, tenantId, async (tx) => {
    await findEngagedSwitch(tx, tenantId, ["proposed_apply"], [], []);
    await selectRows(
      tx,
      sql`UPDATE push_lanes SET message = ${`${mark} before`} WHERE tenant_id = ${tenantId}`,
    );
    look.open();
    await goOn.opened;
    return selectRows(
      tx,
      sql`UPDATE push_lanes SET message = ${`${mark} after`} WHERE tenant_id = ${tenantId}`,
    );
  });
  await Promise.race([look.opened, transaction]);
  return { transaction, goOn: () => goOn.open() };
}
const isEngaged = async () =>
  (await owner`SELECT 1 FROM kill_switches WHERE tenant_id = ${tenantId} AND engaged`).length > 0;

test("a switch counts from the moment it is asked for: while somebody who looked before stands still, the next approval is refused", async () => {
  const { proposal } = await world.propose(proposals.arNote());
  const { transaction, goOn } = await lookAndStandStill("A");
  const flipping = flip("proposed_apply", true);
  await until("the switch counting", isEngaged);
  expect(await refusalOf(world.decide(approver, proposal))).toMatchObject({ code: "blocked", status: 423 });
  goOn();
  await Promise.all([transaction, flipping]);
});

test("nobody who looks keeps a switch from being acknowledged: one that stands still is cut, and nothing of it counts", async () => {
  const { transaction, goOn } = await lookAndStandStill("B");
  await flip("proposed_apply", true);
  const fault = await transaction.catch((error: unknown) => error);
  expect(isPassingFault(fault)).toBe(true);
  goOn();
  const [lane] = await owner`SELECT message FROM push_lanes WHERE tenant_id = ${tenantId}`;
  expect(lane!.message).not.toMatch(/^B/);
});

test("an approval that waits for its record has not looked yet: it holds up no switch, and is blocked by it in the end", async () => {
  const { id } = await approved(proposals.arNote());
  const { proposal } = await world.propose(proposals.arNote());
  const [locked, unlock] = [newGate(), newGate()];
  const holder = owner.begin(async (tx) => {
    await tx`
      SELECT pg_advisory_xact_lock(hashtextextended(${tenantId}::bigint || ':push:' || record_key, 0))
      FROM ns_pending_pushes WHERE action_id = ${id}`;
    locked.open();
    await unlock.opened;
  });
  await locked.opened;
  const deciding = refusalOf(world.decide(approver, proposal));
  await untilWaiting(superuser, 1);
  await flip("proposed_apply", true);
  unlock.open();
  await holder;
  expect(await deciding).toMatchObject({ code: "blocked", status: 423 });
  expect(await world.statusOf(proposal.id)).toBe("pending");
});

test("a company that stands still keeps no other company's switch waiting, and a look of another is never cut", async () => {
  const other = await world.addTenant();
  const boss = await other.person("Olga", "admin");
  const { transaction, goOn } = await lookAndStandStill("C");
  const command = { name: "proposed_apply", engaged: true, reason: "test" } as const;
  expect((await releaseOrEngage(world.owner, boss, command, gateway)).in_flight).toEqual([]);
  goOn();
  await expect(transaction).resolves.toBeDefined();
});

test("no push leaves after the flip that forbids it, in 10 races of 8 pushes against one flip", async () => {
  for (let round = 0; round < 10; round += 1) {
    const pushes = await Promise.all(
      Array.from(
        { length: 8 },
        async () => (await approved(proposals.noteAttachment({ entity_ref: "SO-22996" }))).pushId,
      ),
    );
    // Each push has its own record, so that only the switch can block it.
    await pastEveryGuard(
      superuser,
      (tx) => tx`UPDATE ns_pending_pushes SET record_key = record_key || id WHERE id = ANY (${pushes})`,
    );
    const count = sql`SELECT count(*)::int AS count FROM ns_pending_pushes WHERE (sent_at IS NOT NULL OR status = 'applied') AND id = ANY (${sql.param(pushes)}::bigint[])`;
    let flipped: Promise<number> = Promise.resolve(0);
    const outcomes = await Promise.all(
      pushes.map((id, index) => {
        if (index === round % 8) flipped = countAtAnswer("ns_writes", count);
        return push(id);
      }),
    );
    const sentAtFlip = await flipped;
    expect(outcomes.filter(({ outcome }) => outcome === "applied")).toHaveLength(sentAtFlip);
    // Those that were leased by then go back to the queue at their last look.
    const stopped = outcomes.filter(({ outcome }) => outcome === "halted" || outcome === "requeued");
    expect(stopped).toHaveLength(8 - sentAtFlip);
    await flip("ns_writes", false);
  }
});
