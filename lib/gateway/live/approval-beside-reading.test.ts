import { describe, expect, test } from "vitest";
import { inTenant } from "@/db/client";
import { forgetOldReadings } from "@/db/queries/controls/retention";
import { bulkDecide } from "@/lib/gateway/decide/bulk-decide";
import { traceOf } from "@/lib/gateway/testing/decisions";
import { readingsOf } from "@/lib/gateway/testing/live-readings";
import { proposals } from "@/lib/gateway/testing/proposals";
import { expectRefusal, refusalOf } from "@/lib/gateway/testing/race";
import { useAmendments } from "@/lib/gateway/testing/use-world";
import { readLive } from "./read-live";

const { world, verbs } = await useAmendments();
const { gateway, owner, approver, admin } = world;
const { lookAt, setLimit, drifting } = readingsOf(world);

/** L3 whose record moved and was read. */
async function driftingPrice() {
  const proposal = (await world.propose(proposals.bidPrice("1.44"))).proposal;
  await world.editDuringTest("bid_price", "B5875:10472", { price: "1.50" }, { price: "1.42" });
  await lookAt(proposal.id);
  return proposal;
}

describe("an approval that a reading of the last 30 seconds speaks against is refused", () => {
  test("412 drifted, with nothing written, by one and in bulk; a rejection goes on", async () => {
    const proposal = await driftingPrice();
    expect(proposal.risk_level).toBe(3);
    const before = await traceOf(world, proposal.id);
    await expectRefusal(world.decide(approver, proposal), { code: "drifted", status: 412 });
    const items = [{ id: proposal.id, payload_hash: proposal.payload_hash }];
    const { results } = await bulkDecide(approver, { decision: "approve", items }, gateway);
    expect(results).toMatchObject([{ outcome: "drifted" }]);
    expect(await traceOf(world, proposal.id)).toBe(before);
    expect(await world.decide(admin, proposal, { decision: "reject" })).toMatchObject({ outcome: "claimed" });
  });

  test("412 tier_raised, naming the tier from the live value, where that is higher", async () => {
    const proposal = await drifting(61_600, "1000");
    await lookAt(proposal.id);
    const refusal = await refusalOf(world.decide(approver, proposal));
    expect(refusal).toMatchObject({ code: "tier_raised", status: 412, members: { risk_level: 5 } });
    expect(refusal.publicMessage).toContain("L5 Critical");
  });

  test("412 where the record is gone", async () => {
    const { proposal } = await world.propose(proposals.bidPrice("1.46"));
    await verbs.loseBid();
    expect(await readLive(approver, proposal.id, gateway)).toMatchObject({
      state: "record_missing",
      why_not_approvable: expect.stringContaining("gone"),
    });
    await expectRefusal(world.decide(approver, proposal), "drifted");
  });

  test("not by an older reading, and not after a later one that found the value again", async () => {
    const proposal = await drifting(61_700, "64000");
    await lookAt(proposal.id);
    await setLimit("60000");
    await expectRefusal(world.decide(approver, proposal), "drifted");
    expect(await lookAt(proposal.id)).toMatchObject({ why_not_approvable: null });
    expect(await world.decide(approver, proposal)).toMatchObject({ outcome: "claimed" });
    await verbs.cancel(proposal.id);

    const other = await drifting(61_800, "64000");
    await lookAt(other.id);
    await owner`UPDATE live_readings SET read_at = read_at - interval '31 seconds' WHERE action_id = ${other.id}`;
    expect(await world.decide(approver, other)).toMatchObject({ outcome: "claimed" });
    await verbs.cancel(other.id);
  });

  test("not where NetSuite cannot be read, and not without a reading: the push's precondition decides", async () => {
    const proposal = await drifting(61_900, "64000");
    await world.account.fault("service_unavailable", { op: "read" });
    expect(await readLive(approver, proposal.id, gateway)).toMatchObject({
      state: "unreadable",
      why_not_approvable: null,
    });
    expect(await world.decide(approver, proposal)).toMatchObject({ outcome: "claimed" });
    expect(await verbs.push(proposal.id)).toEqual({ outcome: "stale" });
  });

  test("an earlier reading that arrives later does not take the place of a later one", async () => {
    const proposal = await drifting(62_100, "64000");
    await lookAt(proposal.id);
    await owner`UPDATE live_readings SET read_at = read_at + interval '10 seconds' WHERE action_id = ${proposal.id}`;
    await setLimit("60000");
    await lookAt(proposal.id);
    await expectRefusal(world.decide(approver, proposal), "drifted");
  });
});

test("a reading goes after a day, but one that found a changed record stays while its action waits", async () => {
  const asItWas = (await world.propose(proposals.arNote())).proposal;
  await lookAt(asItWas.id);
  const changed = await driftingPrice();
  const kept = async () => {
    await owner`UPDATE live_readings SET read_at = now() - interval '25 hours'`;
    await inTenant(gateway.database, world.tenantId, forgetOldReadings);
    const rows = await owner<{ id: number }[]>`
      SELECT action_id AS id FROM live_readings WHERE action_id IN (${asItWas.id}, ${changed.id})`;
    return rows.map(({ id }) => id);
  };
  expect(await kept()).toEqual([changed.id]);
  await world.decide(admin, changed, { decision: "reject" });
  expect(await kept()).toEqual([]);
});
