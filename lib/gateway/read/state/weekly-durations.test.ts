import { expect, test } from "vitest";
import { countFigures } from "@/lib/gateway/controls/count-figures";
import { proposals } from "@/lib/gateway/testing/proposals";
import { pastEveryGuard } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { readDashboard } from "./read-overview";

const world = await useWorld();
const { gateway, owner, superuser, tenantId, viewer } = world;

const DAYS = 12;

/** One rejected note of each of the last days, at noon, the newest yesterday. */
async function decideOnce(): Promise<void> {
  for (let day = 1; day <= DAYS; day += 1) {
    const { proposal } = await world.propose(proposals.arNote());
    await world.decide(world.approver, proposal, { decision: "reject" });
    await pastEveryGuard(
      superuser,
      (tx) => tx`
        UPDATE proposed_actions SET created_at = at - interval '1 minute', decided_at = at
        FROM (SELECT date_trunc('day', clock_timestamp()) - make_interval(hours => ${day * 24 - 12}::int) AS at)
        AS noon WHERE id = ${proposal.id}`,
    );
  }
}

/** Decisions of the dashboard's week, by the durations and by the days. */
async function decided(): Promise<[ofTiers: number, ofDays: number]> {
  const { decision_time_by_tier: tiers, decided_by_day: days } = await readDashboard(viewer, gateway);
  const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
  return [sum(tiers.map(({ decisions }) => decisions)), sum(days.map(({ rejected }) => rejected))];
}

/** The weeks that are kept, by the days from today to their last one, and the decisions in each. */
const weeks = async () => {
  const rows = await owner<{ ahead: number; count: number }[]>`
    SELECT last_day - (clock_timestamp() AT TIME ZONE 'UTC')::date AS ahead, sum(count)::integer AS count
    FROM weekly_durations WHERE tenant_id = ${tenantId} AND figure = 'decided' GROUP BY 1 ORDER BY 1`;
  return rows.map(({ ahead, count }) => [ahead, count]);
};

const moveTo = (zone: string) =>
  pastEveryGuard(superuser, (tx) => tx`UPDATE tenants SET time_zone = ${zone} WHERE id = ${tenantId}`);
const countAnew = async () => {
  await owner`DELETE FROM daily_figures WHERE tenant_id = ${tenantId}`;
  await owner`DELETE FROM weekly_durations WHERE tenant_id = ${tenantId}`;
  await owner`UPDATE sweeps SET figures_until = NULL WHERE tenant_id = ${tenantId}`;
  await countFigures(gateway);
};

await decideOnce();

test("a week is added up as it is counted, and goes when it is over", async () => {
  expect(await decided()).toEqual([6, 6]);
  await countFigures(gateway);
  // A week to come has the days that are over; those of the last two days are whole.
  const counted = [-2, -1, 0, 1, 2, 3, 4, 5].map((ahead) => [ahead, Math.min(7, 6 - ahead)]);
  expect(await weeks()).toEqual(counted);
  expect(await decided()).toEqual([6, 6]);

  await owner`
    INSERT INTO weekly_durations (tenant_id, last_day, figure, tier, bucket, count)
    VALUES (${tenantId}, (clock_timestamp() AT TIME ZONE 'UTC')::date - 3, 'decided', 2, 0, 9)`;
  await owner`
    UPDATE sweeps SET figures_until = figures_until - interval '1 minute' WHERE tenant_id = ${tenantId}`;
  await countFigures(gateway);
  expect(await weeks()).toEqual(counted);
});

test("a company that moves to a zone where it is still yesterday reads the week up to then", async () => {
  // 26 hours behind: another day whatever the time, and at times the one before it.
  for (const zone of ["Pacific/Kiritimati", "Etc/GMT+12"]) {
    await moveTo(zone);
    if (zone === "Pacific/Kiritimati") await countAnew();
    const [ofTiers, ofDays] = await decided();
    expect(ofTiers).toBeGreaterThan(4);
    expect(ofTiers).toBe(ofDays);
  }
});
