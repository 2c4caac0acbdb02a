import { describe, expect, onTestFinished, test } from "vitest";
import { liveReadingsSchema } from "@/lib/contract/actions/live-view";
import { EXAMPLE_PAYLOADS } from "@/lib/action-types/payload/examples";
import { RESTLET_ACTION_TYPES, actionTypeOf } from "@/lib/action-types/registry";
import { setContentSetting } from "@/lib/gateway/controls/content-setting";
import { reproposeAction } from "@/lib/gateway/amend/repropose-action";
import { expectedOf, readingsOf } from "@/lib/gateway/testing/live-readings";
import { proposals } from "@/lib/gateway/testing/proposals";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { useAmendments } from "@/lib/gateway/testing/use-world";
import { openAccount } from "@/netsuite/testing/open-account";
import { readLive, readLiveReadings } from "./read-live";

const { world, verbs } = await useAmendments();
const { gateway, approver, admin, viewer } = world;
const { lookAt, drifting, repropose } = readingsOf(world);

const showContent = async (shown: boolean) => {
  const change = { viewers_see_content: shown, reason: "A test" };
  await setContentSetting(await steppedUp(world.owner, admin, "show_content", "viewers"), change, gateway);
};

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
    expect(await lookAt(proposal.id)).toMatchObject({
      drifted: true,
      why_not_approvable: null,
      reproposal: { details: ["at Dallas DC", "leaves 39 of 40 on hand"] },
    });
    expect(await world.decide(approver, proposal)).toMatchObject({ outcome: "claimed" });
    expect(await verbs.push(proposal.id)).toEqual({ outcome: "applied" });
    expect((await world.account.look("on_hand", stock))!.quantityonhand).toBe("39");
  });

  test("a viewer who may see content sees the same figures, and why they cannot propose it", async () => {
    const proposal = await drifting(61_200, "64000");
    await expectRefusal(lookAt(proposal.id, viewer), { code: "not_allowed", status: 403 });
    await showContent(true);
    onTestFinished(() => showContent(false));
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
