import { afterEach, describe, expect, test } from "vitest";
import type { RestletClient } from "@/lib/destinations/netsuite/restlet-client";
import { readOverview } from "@/lib/gateway/read/state/read-overview";
import { signForNotes, traceOf } from "@/lib/gateway/testing/decisions";
import { proposeAndApprove, workThrough } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { refusalOf } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";

/** Switches that cannot be read count as engaged: for approving, auto-approval, leasing, the last look, and on the page. */

const world = await useWorld();
const { gateway, owner, approver, admin, tenantId, push } = world;
const honest = gateway.netsuite;
await signForNotes(world, admin);

const approved = () => proposeAndApprove(world, proposals.arNote({ entity_ref: "Riverbend Foods" }));
type Approved = Awaited<ReturnType<typeof approved>>;

async function expectHalted(): Promise<void> {
  const { proposal } = await world.propose(proposals.arNote());
  const before = await traceOf(world, proposal.id);
  const error = await refusalOf(world.decide(approver, proposal));
  expect(error).toMatchObject({ code: "blocked", status: 423, members: { switch: "unreadable" } });
  expect(await traceOf(world, proposal.id)).toBe(before);
  expect(await world.decide(approver, proposal, { decision: "reject" })).toMatchObject({
    status: "rejected",
  });
  const { proposal: automatic } = await world.propose(proposals.noteAttachment());
  expect(await world.eventsOf(automatic.id)).not.toContain("hitl.approved");
  expect(await world.statusOf(automatic.id)).toBe("pending");
}
async function expectUnsent({ id, pushId }: Approved): Promise<void> {
  expect(await push(pushId)).toMatchObject({ outcome: "halted", retryInMs: expect.any(Number) });
  expect(await world.pushOf(id)).toMatchObject({ status: "queued", attempts: 0, lease_attempt: 0 });
}

/** The switches become unreadable between the lease and the last look. */
async function expectStoppedAtLastLook({ id, pushId }: Approved, take: () => Promise<unknown>) {
  const write: RestletClient["write"] = (request, sending) =>
    honest.write(request, {
      ...sending!,
      confirm: async () => {
        await take();
        return sending!.confirm();
      },
    });
  const { outcome } = await world.push(pushId, { ...gateway, netsuite: { ...honest, write } });
  expect(outcome).toBe("requeued");
  const [row] = await owner`SELECT lease_attempt, sent_at FROM ns_pending_pushes WHERE id = ${pushId}`;
  expect(row).toEqual({ lease_attempt: 1, sent_at: null });
  expect(await world.commitsOf(id)).toEqual([]);
}

type Way = [how: string, take: () => Promise<unknown>, giveBack: () => Promise<unknown>];
const missing = [tenantId, null].map((whose): Way => [
  `${whose === null ? "the global" : "the tenant's"} row is missing`,
  () =>
    owner`DELETE FROM kill_switches WHERE tenant_id IS NOT DISTINCT FROM ${whose} AND name = 'proposed_apply'`,
  () =>
    owner`INSERT INTO kill_switches (tenant_id, name) VALUES (${whose}, 'proposed_apply') ON CONFLICT DO NOTHING`,
]);
const ways: Way[] = [
  ...missing,
  [
    "the table may not be read",
    () => owner`REVOKE SELECT ON kill_switches FROM countersign_app, countersign_owner`,
    () => owner`GRANT SELECT ON kill_switches TO countersign_app, countersign_owner`,
  ],
  [
    "the table is not there",
    () => owner`ALTER TABLE IF EXISTS kill_switches RENAME TO mislaid`,
    () => owner`ALTER TABLE IF EXISTS mislaid RENAME TO kill_switches`,
  ],
];

describe.each(ways)("where %s", (_how, take, giveBack) => {
  afterEach(giveBack);

  test("nothing is approved, by a person or by itself, and nothing is leased", async () => {
    const queued = await approved();
    await take();
    await expectHalted();
    await expectUnsent(queued);
    await giveBack();
    expect(await push(queued.pushId)).toEqual({ outcome: "applied" });
  });
  test("a push that was leased before is stopped at its last look, and goes once they can be read", async () => {
    const leased = await approved();
    await expectStoppedAtLastLook(leased, take);
    await giveBack();
    await workThrough(world, leased.id);
    expect(await world.commitsOf(leased.id)).toHaveLength(1);
  });
});

test.each(missing)(
  "where %s the page shows the switch as engaged, and no page releases it",
  async (_how, take, giveBack) => {
    await take();
    const { switches } = await readOverview(world.viewer, gateway);
    await giveBack();
    expect(switches.filter(({ engaged }) => engaged)).toEqual([
      expect.objectContaining({
        name: "proposed_apply",
        releasable: false,
        reason: "Its row cannot be read, which counts as engaged.",
      }),
    ]);
  },
);
