import { describe, expect, test } from "vitest";
import { RISK_TIERS } from "@/lib/core/action/risk-tier";
import { expireActions } from "@/lib/gateway/decide/expire-actions";
import { retryPush } from "@/lib/gateway/deliver/repair/replay-push";
import { approve, proposeAndApprove } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { pastEveryGuard, runOut } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { countFigures } from "@/lib/gateway/controls/count-figures";
import { readMetrics } from "./read-metrics";
import { PILE_UP, readDashboard, readOverview } from "./read-overview";

const world = await useWorld();
const { gateway, owner, superuser, tenantId, viewer } = world;
const dayMs = 86_400_000;

/** Actions of several tiers and ends, ten hours apart, so that some lie more than seven days back. */
async function fill(): Promise<void> {
  const notes = (count: number) => Array.from({ length: count }, () => proposals.arNote());
  for (const input of [...notes(11), proposals.creditLimit(), proposals.bigCreditRevoke()]) {
    const { id, pushId } = await proposeAndApprove(world, input);
    if (id % 3 === 0) await world.account.fault("closed_period");
    const { outcome } = await world.push(pushId);
    if (outcome === "dead" && id % 2 === 0) await retryPush(world.admin, id, gateway);
  }
  for (const input of [...notes(4), proposals.bidPrice()])
    await world.decide(world.approver, (await world.propose(input)).proposal, { decision: "reject" });
  for (const input of notes(3)) await runOut(superuser, (await world.propose(input)).proposal.id);
  await expireActions(gateway);
  await approve(world, (await world.propose(proposals.noteAttachment())).proposal);
  for (const input of [...notes(2), proposals.bidPrice("1.60")]) await world.propose(input);
  await pastEveryGuard(superuser, async (tx) => {
    await tx`
      UPDATE proposed_actions a SET
        decided_by_kind = CASE WHEN n % 5 = 0 AND decision = 'approve' THEN 'policy' ELSE decided_by_kind END,
        decided_by_user_id = CASE WHEN n % 5 = 0 AND decision = 'approve' THEN NULL ELSE decided_by_user_id END,
        created_at = created_at - n * interval '10 hours 20 minutes',
        decided_at = decided_at - n * interval '10 hours', ended_at = ended_at - n * interval '10 hours',
        applied_at = applied_at - n * interval '9 hours 59 minutes'
      FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM proposed_actions) AS ages WHERE ages.id = a.id`;
    await tx`
      UPDATE ns_pending_pushes SET queued_at = queued_at - id * interval '20 hours',
        applied_at = applied_at - id * interval '17 hours'`;
    await tx`UPDATE ns_push_dlq_log SET last_at = last_at - id * interval '70 hours'`;
  });
}

interface ActionTimes {
  status: string;
  risk_level: number;
  decision: string | null;
  decided_by_kind: string | null;
  created_at: Date;
  expires_at: Date;
  decided_at: Date | null;
  ended_at: Date | null;
  applied_at: Date | null;
}

const isRecent = (at: Date | null) => at !== null && at.getTime() > Date.now() - 7 * dayMs;
/** Today and the six days before, in the company's time zone. */
const isShown = (at: Date | null) => at !== null && dayOf(at)! >= dayOf(new Date(Date.now() - 6 * dayMs))!;
const dayOf = (at: Date | null) => at?.toISOString().slice(0, 10);

function countBy<Name extends string>(name: Name, values: readonly string[]) {
  const counts = [...new Set(values)].map((value) => ({
    [name]: value,
    count: values.filter((one) => one === value).length,
  }));
  return expect.toSatisfy((answer: unknown[]) => {
    expect(answer).toHaveLength(counts.length);
    expect(answer).toEqual(expect.arrayContaining(counts));
    return true;
  });
}

/** The smallest value that is not exceeded by so large a share, to 2.5 %. */
function percentileOf(values: readonly number[], share: number): unknown {
  const value = values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)];
  if (value === undefined) return null;
  return expect.toSatisfy((ms: number) => Math.abs(ms / value - 1) <= 0.026, `${value} to 2.5 %`);
}

async function expectFigures() {
  const actions = await owner<ActionTimes[]>`SELECT * FROM proposed_actions WHERE tenant_id = ${tenantId}`;
  const pushes = await owner<{ status: string; queued_at: Date; applied_at: Date | null }[]>`
    SELECT status, queued_at, applied_at FROM ns_pending_pushes WHERE tenant_id = ${tenantId}`;
  const letters = await owner<{ code: string; last_at: Date; is_open: boolean }[]>`
    SELECT error_json ->> 'code' AS code, last_at, replayed_at IS NULL AS is_open FROM ns_push_dlq_log
    WHERE tenant_id = ${tenantId}`;
  const countOf = (is: (action: ActionTimes) => boolean) => actions.filter(is).length;
  const byPerson = ({ decided_by_kind }: ActionTimes) => decided_by_kind === "person";

  const lastDays = Array.from({ length: 7 }, (_, index) => dayOf(new Date(Date.now() - (6 - index) * dayMs)));
  const applied = actions.filter(({ applied_at }) => isShown(applied_at));
  const applyTimes = applied.map((one) => one.applied_at!.getTime() - one.decided_at!.getTime());
  expect(await readDashboard(viewer, gateway)).toEqual({
    decided_by_day: lastDays.map((day) => {
      const countOfDay = (is: (action: ActionTimes) => boolean) =>
        countOf((one) => dayOf(one.decided_at ?? one.ended_at) === day && is(one));
      return {
        day,
        approved: countOfDay((one) => one.decision === "approve" && byPerson(one)),
        rejected: countOfDay((one) => one.decision === "reject"),
        expired: countOfDay((one) => one.status === "expired"),
        by_policy: countOfDay((one) => one.decided_by_kind === "policy"),
      };
    }),
    decision_time_by_tier: RISK_TIERS.map((tier) => {
      const times = actions
        .filter((one) => one.risk_level === tier && byPerson(one) && isShown(one.decided_at))
        .map((one) => one.decided_at!.getTime() - one.created_at.getTime());
      const [median_ms, p90_ms] = [percentileOf(times, 0.5), percentileOf(times, 0.9)];
      return { tier, decisions: times.length, median_ms, p90_ms };
    }),
    approved_to_applied: {
      count: applied.length,
      median_ms: percentileOf(applyTimes, 0.5),
      p95_ms: percentileOf(applyTimes, 0.95),
    },
    push_outcomes: countBy(
      "status",
      pushes
        .filter((push) => (push.status === "applied" ? isShown(push.applied_at) : isRecent(push.queued_at)))
        .map((push) => push.status),
    ),
    dead_letters_by_cause: countBy(
      "code",
      letters.filter((letter) => isRecent(letter.last_at)).map((letter) => letter.code),
    ),
  });

  const waits = (one: ActionTimes) => one.status === "pending" && one.expires_at.getTime() > Date.now();
  expect(await readOverview(viewer, gateway)).toMatchObject({
    pending: {
      total: countOf(waits),
      by_tier: RISK_TIERS.toReversed().map((tier) => ({
        tier,
        count: countOf((one) => waits(one) && one.risk_level === tier),
      })),
    },
    approved_not_applied: countOf((one) => one.status === "approved"),
    stale: countOf((one) => one.status === "stale"),
    dead_letters: letters.filter((letter) => letter.is_open).length,
  });
  const { text } = await readMetrics(gateway);
  for (const status of new Set(pushes.map((push) => push.status)))
    expect(text).toContain(
      `countersign_pushes{tenant="${tenantId}",status="${status}"} ${pushes.filter((push) => push.status === status).length}\n`,
    );
}

test("every figure of the overview, the dashboard and the metrics equals a plain count over the rows, before and after the sweep has counted a part of them", async () => {
  await fill();
  await expectFigures();
  await countFigures(gateway);
  await expectFigures();
  const { rows } = (
    await owner`SELECT count(*)::int AS rows FROM daily_figures WHERE tenant_id = ${tenantId}`
  )[0]!;
  expect(rows).toBeGreaterThan(10);
  await Promise.all(Array.from({ length: 4 }, () => countFigures(gateway)));
  await expectFigures();
});

describe("a pile-up", () => {
  /** A company of its own in which `count` notes wait, the first of them for `hours` hours. */
  async function companyWith(count: number, hours: number) {
    const tenant = await world.addTenant();
    const agent = await tenant.agent("agent");
    const [oldest, second] = [
      (await world.propose(proposals.arNote(), agent)).proposal,
      (await world.propose(proposals.arNote(), agent)).proposal,
    ];
    await pastEveryGuard(superuser, async (tx) => {
      // Copies of the second one: two hundred proposals would take their time.
      await tx`
        INSERT INTO proposed_actions OVERRIDING SYSTEM VALUE
        SELECT c.* FROM proposed_actions a, generate_series(3, ${count}) AS n, LATERAL jsonb_populate_record(a,
          jsonb_build_object('id', nextval(pg_get_serial_sequence('proposed_actions', 'id')),
            'idempotency_key', 'copy-' || n, 'created_at', clock_timestamp())) AS c
        WHERE a.id = ${second.id}`;
      await tx`
        UPDATE proposed_actions SET created_at = clock_timestamp() - make_interval(secs => ${hours * 3_600}::float8)
        WHERE id = ${oldest.id}`;
    });
    const admin = await tenant.person("Adam", "admin");
    const overview = async () => (await readOverview(admin, gateway)).pending;
    return { oldest, second, admin, overview };
  }

  test("is not reported at the limits, and is with its reason above either: one action more, or a longer wait", async () => {
    const { second, oldest, admin, overview } = await companyWith(PILE_UP.count + 1, PILE_UP.ageHours - 0.01);
    expect(await overview()).toMatchObject({
      total: PILE_UP.count + 1,
      pile_up: true,
      pile_up_reason: `${PILE_UP.count + 1} proposals wait`,
    });
    await world.decide(admin, second, { decision: "reject" });
    expect(await overview()).toMatchObject({ total: PILE_UP.count, pile_up: false, pile_up_reason: null });
    await pastEveryGuard(
      superuser,
      (tx) => tx`
        UPDATE proposed_actions SET created_at = created_at - interval '2 minutes' WHERE id = ${oldest.id}`,
    );
    expect(await overview()).toMatchObject({
      pile_up: true,
      pile_up_reason: `the oldest has waited ${PILE_UP.ageHours} hours`,
    });
    await world.decide(admin, oldest, { decision: "reject" });
    expect(await overview(), "its decision clears it").toMatchObject({ pile_up: false });
  });

  test("counts the oldest that waits, in all and in its tier, and none that ran out of time or was decided", async () => {
    const { oldest, second, admin, overview } = await companyWith(3, 10);
    const ageHours = (iso: string | null) => (Date.now() - Date.parse(iso!)) / 3_600_000;
    const ofTier2 = async () => (await overview()).by_tier.find(({ tier }) => tier === 2)!;
    expect(ageHours((await overview()).oldest_created_at)).toBeCloseTo(10, 1);
    expect(ageHours((await ofTier2()).oldest_created_at)).toBeCloseTo(10, 1);
    await runOut(superuser, oldest.id);
    const { created_at } = await world.read(second.id, admin);
    expect((await overview()).oldest_created_at).toBe(created_at);
    expect((await ofTier2()).oldest_created_at).toBe(created_at);
    await world.decide(admin, second, { decision: "reject" });
    expect(Date.parse((await overview()).oldest_created_at!)).toBeGreaterThan(Date.parse(created_at));
  });
});
