import { describe, expect, onTestFinished, test } from "vitest";
import { type LiveView, liveReadingsSchema, liveViewSchema } from "@/lib/contract/live-view";
import { EXAMPLE_PAYLOADS } from "@/lib/action-types/payload/examples";
import { RESTLET_ACTION_TYPES, actionTypeOf } from "@/lib/action-types/registry";
import { previewReproposal } from "@/lib/gateway/amend/preview-version";
import { reproposeAction } from "@/lib/gateway/amend/repropose-action";
import { bulkDecide } from "@/lib/gateway/decide/bulk-decide";
import { proposals } from "@/lib/gateway/testing/proposals";
import { expectRefusal, refusalOf } from "@/lib/gateway/testing/race";
import { traceOf } from "@/lib/gateway/testing/decisions";
import { useAmendments } from "@/lib/gateway/testing/use-world";
import { openAccount } from "@/netsuite/testing/open-account";
import { readLive, readLiveReadings } from "./read-live";

const { world, verbs } = await useAmendments();
const { gateway, owner, approver, admin, viewer } = world;

type Read = Extract<LiveView, { state: "read" }>;

async function lookAt(id: number, by = approver, over = gateway): Promise<Read> {
  const live = liveViewSchema.parse(await readLive(by, id, over));
  if (live.state !== "read") throw new Error(`expected a reading, got ${JSON.stringify(live)}`);
  return live;
}
const setLimit = (creditlimit: string) => world.account.edit("customer", "Coastal Pantry", { creditlimit });
/** A proposal from 60,000 whose record holds another limit until the test's end. */
async function drifting(to: number, now: string) {
  const { proposal } = await world.propose(proposals.creditLimit(to));
  await world.editDuringTest("customer", "Coastal Pantry", { creditlimit: now }, { creditlimit: "60000" });
  return proposal;
}
/** One case less, of an item of which 40 are on hand by the time that it is read. */
async function adjustmentBesideShipment({ namesStock }: { namesStock: boolean }) {
  const stock = "10532:Dallas DC";
  const { quantityonhand } = (await world.account.look("on_hand", stock))!;
  const from = namesStock ? { from: String(quantityonhand) } : {};
  const changes = [{ field: "adjustqtyby", ...from, to: "-1" }];
  const { proposal } = await world.propose(proposals.adjustment("-1", { changes }));
  await world.editDuringTest("on_hand", stock, { quantityonhand: "40" }, { quantityonhand });
  return { proposal, stock };
}
const expectedOf = ({ reproposal }: Read) => {
  const { shown_hash, risk_level, required_approvals } = reproposal!;
  return { shown_hash, risk_level, required_approvals };
};
const repropose = (id: number, live: Read, by = approver) =>
  reproposeAction(by, id, expectedOf(live), gateway);

describe("under drift the live view says what a proposal would say from the live value", () => {
  test("sentence, direction, difference, impact, tier and who may decide it", async () => {
    const proposal = await drifting(61_000, "64000");
    expect(await lookAt(proposal.id)).toMatchObject({
      drifted: true,
      values: [{ field: "creditlimit", value: "64000", drifted: true }],
      why_not_approvable: expect.stringContaining("approving this would write nothing"),
      reproposal: {
        sentence: "Set the credit limit of Coastal Pantry from $64,000.00 to $61,000.00",
        direction: "lowers",
        changes: [
          { field: "creditlimit", from: "64000", to: "61000", delta: "-3000", delta_percent: "-4.6875" },
        ],
        impact: { cents: -300_000, basis: "of credit" },
        risk_level: 4,
        risk_label: "L4 High",
        required_approvals: 1,
        own_approval: "You may not decide it alone: you would be its author.",
        nothing_to_do: false,
        why_not: null,
      },
    });
  });

  test("the tier rises with the distance from the live value", async () => {
    const proposal = await drifting(61_100, "1000");
    expect(proposal.risk_level).toBe(4);
    expect((await lookAt(proposal.id)).reproposal).toMatchObject({
      direction: "raises",
      risk_level: 5,
      requires_step_up: true,
      required_approvals: expect.any(Number),
    });
  });

  test("an adjustment that names the stock it starts from is refused once that moved, and counted from the present one", async () => {
    const { proposal, stock } = await adjustmentBesideShipment({ namesStock: true });
    const { reproposal, why_not_approvable } = await lookAt(proposal.id);
    expect(reproposal).toMatchObject({
      direction: "lowers",
      details: ["at Dallas DC", "leaves 39 of 40 on hand"],
      changes: [{ proposed_live: "40", from: "40", to: "-1" }],
    });
    expect(why_not_approvable).toContain("approving this would write nothing");
    await expectRefusal(world.decide(approver, proposal), "drifted");
    const version = await repropose(proposal.id, await lookAt(proposal.id));
    await world.account.edit("on_hand", stock, { quantityonhand: "38" });
    await world.decide(admin, version);
    expect(await verbs.push(version.id)).toEqual({ outcome: "stale" });
  });

  test("an adjustment that names no stock is counted from the present one, approved, and written", async () => {
    const { proposal, stock } = await adjustmentBesideShipment({ namesStock: false });
    expect(await lookAt(proposal.id, viewer)).toMatchObject({
      drifted: true,
      why_not_approvable: null,
      reproposal: { details: ["at Dallas DC", "leaves 39 of 40 on hand"] },
    });
    expect(await world.decide(approver, proposal)).toMatchObject({ outcome: "claimed" });
    expect(await verbs.push(proposal.id)).toEqual({ outcome: "applied" });
    expect((await world.account.look("on_hand", stock))!.quantityonhand).toBe("39");
  });

  test("a viewer sees the same figures, and why they cannot propose it", async () => {
    const proposal = await drifting(61_200, "64000");
    const { reproposal, why_not_approvable } = await lookAt(proposal.id, viewer);
    expect(why_not_approvable).not.toBeNull();
    expect(reproposal).toMatchObject({
      direction: "lowers",
      why_not: expect.stringContaining("needs an approver"),
    });
  });

  test("a record that holds its value offers no reproposal and refuses nothing", async () => {
    const { proposal } = await world.propose(proposals.creditLimit(61_300));
    expect(await lookAt(proposal.id)).toMatchObject({
      drifted: false,
      why_not_approvable: null,
      reproposal: null,
    });
  });

  test("the value that would be written stands there already: there is nothing to do", async () => {
    const proposal = await drifting(61_400, "61400");
    expect((await lookAt(proposal.id)).reproposal).toMatchObject({ nothing_to_do: true, direction: "keeps" });
  });
});

describe("the tier from the live value is the one that the reproposal then gets, with its words and figures", () => {
  test.each(RESTLET_ACTION_TYPES)("%s", async (type) => {
    const account = await openAccount();
    onTestFinished(() => account.close());
    const over = { ...gateway, netsuite: account.client };
    const { proposal } = await world.propose({ ...EXAMPLE_PAYLOADS[type] }, world.agent, null, over);
    await account.fault("external_edit", { op: "read" });
    const live = await lookAt(proposal.id, approver, over);
    if (actionTypeOf(type)!.afterExternalEdit === "untouched") {
      expect(live.why_not_approvable).toBeNull();
      if (!live.drifted) return;
    }
    expect(live.drifted).toBe(true);
    const shown = live.reproposal!;
    const version = await reproposeAction(approver, proposal.id, expectedOf(live), over);
    expect(version).toMatchObject({
      risk_level: shown.risk_level,
      risk_rule: shown.risk_rule,
      required_approvals: shown.required_approvals,
      supersedes_id: proposal.id,
    });
    expect(version.own_approval === null).toBe(shown.own_approval === null);
    const page = await world.read(version.id);
    const { sentence, subject, details, changes, impact, movement_percent, weighed } = shown;
    expect(page).toMatchObject({ sentence, subject, details, changes, impact, movement_percent, weighed });
    expect(await world.statusOf(proposal.id)).toBe("superseded");
  });
});

describe("an approval that a reading of the last 30 seconds speaks against is refused", () => {
  test("412 drifted, with nothing written, by one and in bulk; a rejection goes on", async () => {
    const proposal = await driftingNote();
    const before = await traceOf(world, proposal.id);
    await expectRefusal(world.decide(approver, proposal), { code: "drifted", status: 412 });
    const items = [{ id: proposal.id, payload_hash: proposal.payload_hash }];
    const { results } = await bulkDecide(approver, { decision: "approve", items }, gateway);
    expect(results).toMatchObject([{ outcome: expect.stringMatching(/^(drifted|not_bulk)$/) }]);
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

/** L3 whose record moved and was read. */
async function driftingNote() {
  const proposal = (await world.propose(proposals.bidPrice("1.44"))).proposal;
  await world.editDuringTest("bid_price", "B5875:10472", { price: "1.50" }, { price: "1.42" });
  await lookAt(proposal.id);
  return proposal;
}

describe("a reproposal of what waits", () => {
  test("supersedes it in one transaction, and keeps its author from approving it alone", async () => {
    const proposal = await drifting(62_200, "64000");
    const version = await repropose(proposal.id, await lookAt(proposal.id));
    expect(await verbs.rowOf(proposal.id)).toMatchObject({
      status: "superseded",
      superseded_by_id: version.id,
    });
    expect(await world.eventsOf(proposal.id)).toEqual(["hitl.proposed", "hitl.superseded"]);
    expect((await world.read(proposal.id)).timeline.at(-1)!.text).toBe(
      `The record had changed; proposed again by Ana as #${version.id}`,
    );
    expect(await verbs.outboxOf(proposal.id)).toContain("hitl.superseded");
    await expectRefusal(world.decide(approver, version), "own_proposal");
    expect(await world.decide(admin, version)).toMatchObject({ outcome: "claimed" });
    expect(await verbs.push(version.id)).toEqual({ outcome: "applied" });
    await expectRefusal(world.decide(admin, proposal), "already_decided");
  });

  test("is refused without a reading, and once the record holds the value again", async () => {
    const proposal = await drifting(62_300, "64000");
    await expectRefusal(verbs.repropose(proposal.id), "not_reproposable");
    const live = await lookAt(proposal.id);
    await setLimit("60000");
    await expectRefusal(repropose(proposal.id, live), {
      code: "not_reproposable",
      publicMessage: expect.stringContaining("holds the value again"),
    });
    expect(await world.statusOf(proposal.id)).toBe("pending");
  });

  test("proposes exactly what was shown: a record that moved again is shown again first", async () => {
    const proposal = await drifting(62_400, "64000");
    const live = await lookAt(proposal.id);
    await setLimit("65000");
    await expectRefusal(repropose(proposal.id, live), { code: "changed", status: 412 });
    expect(await world.statusOf(proposal.id)).toBe("pending");
    const again = await lookAt(proposal.id);
    expect(again.reproposal!.sentence).toContain("from $65,000.00");
    expect(await previewReproposal(approver, proposal.id, gateway)).toEqual(again.reproposal);
    expect(await repropose(proposal.id, again)).toMatchObject({ supersedes_id: proposal.id });
  });

  test("of another tier than was shown is not made, and leaves what waits as it was", async () => {
    const proposal = await drifting(62_500, "64000");
    const live = await lookAt(proposal.id);
    const before = await traceOf(world, proposal.id);
    const expected = { ...expectedOf(live), risk_level: 3 };
    await expectRefusal(reproposeAction(approver, proposal.id, expected, gateway), "changed");
    expect(await traceOf(world, proposal.id)).toBe(before);
  });

  test("races a decision: one of the two is made, and the other is told", async () => {
    const proposal = await drifting(62_600, "64000");
    const live = await lookAt(proposal.id);
    const outcomes = await Promise.allSettled([
      repropose(proposal.id, live),
      world.decide(admin, proposal, { decision: "reject" }),
    ]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(["superseded", "rejected"]).toContain(await world.statusOf(proposal.id));
  });
});

describe("several readings", () => {
  test("take one request to NetSuite, in the order of the ids, of what waits alone", async () => {
    const [first, second, decided] = [
      (await world.propose(proposals.creditLimit(62_700))).proposal,
      (await world.propose(proposals.arNote())).proposal,
      (await world.propose(proposals.arNote())).proposal,
    ];
    await world.decide(admin, decided, { decision: "reject" });
    const reads: number[] = [];
    const { readMany } = gateway.netsuite;
    const netsuite = {
      ...gateway.netsuite,
      read: () => Promise.reject(new Error("each by itself")),
      readMany: async (requests: Parameters<typeof readMany>[0]) => {
        reads.push(requests.length);
        return readMany(requests);
      },
    };
    const ids = [second.id, decided.id, first.id];
    const readings = await readLiveReadings(approver, ids, { ...gateway, netsuite });
    expect(liveReadingsSchema.parse(readings).items.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(reads).toEqual([2]);
    expect(await readLiveReadings(approver, [Number.MAX_SAFE_INTEGER], gateway)).toEqual({ items: [] });
  });

  test("of another tenant are none", async () => {
    const other = await world.addTenant();
    const { proposal } = await world.propose(proposals.arNote(), await other.agent("their-agent"));
    expect(await readLiveReadings(approver, [proposal.id], gateway)).toEqual({ items: [] });
    await expectRefusal(readLive(approver, proposal.id, gateway), "not_found");
  });

  test("find drift, and refuse the approval of it, as one does", async () => {
    const proposal = await drifting(62_800, "64000");
    const other = (await world.propose(proposals.arNote())).proposal;
    const { items } = await readLiveReadings(approver, [other.id, proposal.id], gateway);
    expect(items[1]!.live).toMatchObject({ drifted: true, reproposal: { direction: "lowers" } });
    await expectRefusal(world.decide(approver, proposal), "drifted");
  });
});
