import { afterEach, describe, expect, test } from "vitest";
import { readLive } from "@/lib/gateway/live/read-live";
import { readProposal } from "@/lib/gateway/read/proposals/read-proposal";
import { approve, proposeAndApprove } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { expectRefusal, refusalOf, runOut } from "@/lib/gateway/testing/race";
import { useAmendments } from "@/lib/gateway/testing/use-world";

const { world, verbs, superuser } = await useAmendments();
afterEach(() => setLimit("60000"));

const setLimit = (creditlimit: string) => world.account.edit("customer", "Coastal Pantry", { creditlimit });
const read = (id: number) => world.read(id, world.approver);

/** Approved, then changed in NetSuite by somebody else, then held back. */
async function goStale(to = 61_000, elsewhere = "64000") {
  const proposal = await proposeAndApprove(world, proposals.creditLimit(to));
  await setLimit(elsewhere);
  expect(await verbs.push(proposal.id)).toEqual({ outcome: "stale" });
  return proposal;
}

describe("a re-proposal", () => {
  test("of a stale action writes the same value from the live one, once it is decided again", async () => {
    const stale = await goStale();
    expect(await readLive(world.approver, stale.id, world.gateway)).toMatchObject({
      state: "read",
      drifted: true,
      values: [{ field: "creditlimit", value: "64000" }],
    });
    const version = await verbs.repropose(stale.id);
    expect(version.drift).toEqual([
      { field: "creditlimit", proposed_from: "60000", now: "64000", to: "61000" },
    ]);
    const row = await verbs.rowOf(version.id);
    expect(row).toMatchObject({
      status: "pending",
      supersedes_id: stale.id,
      author_user_id: world.approver.userId,
      payload_json: { changes: [{ field: "creditlimit", from: "64000", to: "61000" }] },
    });
    expect(await verbs.rowOf(stale.id)).toMatchObject({ status: "stale", superseded_by_id: version.id });
    expect(await world.eventsOf(stale.id)).toEqual([
      "hitl.proposed",
      "hitl.approved",
      "hitl.stale",
      "hitl.reproposed",
    ]);
    expect((await read(stale.id)).timeline.at(-1)!.text).toBe(`Proposed again by Ana as #${version.id}`);
    const agents = await readProposal(world.agent, stale.id, 0, undefined, world.gateway);
    expect(agents.superseded_by).toMatchObject({
      id: version.id,
      patch: [{ op: "replace", path: "/changes/0/from", value: "64000" }],
    });
    await world.decide(world.admin, version);
    expect(await verbs.push(version.id)).toEqual({ outcome: "applied" });
    expect(await world.account.look("customer", "Coastal Pantry")).toMatchObject({ creditlimit: "61000" });
  });

  test("keeps the author of the values, who does not approve them alone", async () => {
    const { proposal } = await world.propose(proposals.creditLimit(61_500));
    const edited = await verbs.edit(proposal, { changes: [{ field: "creditlimit", to: "62500" }] });
    await verbs.withdraw(edited.id);
    const version = await verbs.repropose(edited.id, world.admin);
    expect(await verbs.rowOf(version.id)).toMatchObject({ author_user_id: world.approver.userId });
    await expectRefusal(world.decide(world.approver, version), "own_proposal");
    expect(await world.decide(world.admin, version)).toMatchObject({ outcome: "claimed" });
    expect(await verbs.push(version.id)).toEqual({ outcome: "applied" });
  });

  test("takes one tap at L4 too, and its author is not the only approver of it", async () => {
    const version = await verbs.repropose((await goStale(61_100)).id);
    expect(version).toMatchObject({ risk_level: 4, own_approval: expect.stringContaining("somebody else") });
    await expectRefusal(world.decide(world.approver, version), "own_proposal");
  });

  test("brings back what expired, whether or not the sweep has been by, and what was cancelled", async () => {
    const { proposal } = await world.propose(proposals.creditLimit(61_200));
    await runOut(superuser, proposal.id);
    const version = await verbs.repropose(proposal.id);
    expect(await world.statusOf(proposal.id)).toBe("expired");
    expect(await world.statusOf(version.id)).toBe("pending");

    await verbs.withdraw(version.id);
    const again = await verbs.repropose(version.id);
    expect(await verbs.rowOf(again.id)).toMatchObject({ supersedes_id: version.id, status: "pending" });
  });

  test("of a note, which never stands against a value, adds it once", async () => {
    const { proposal } = await world.propose(proposals.arNote());
    await runOut(superuser, proposal.id);
    const version = await verbs.repropose(proposal.id);
    await verbs.apply(version);
    await expectRefusal(verbs.repropose(proposal.id), {
      code: "successor_exists",
      members: { successor_id: version.id },
    });
  });
});

describe("a record that was changed back", () => {
  test("lets an approved action be written: its value holds again", async () => {
    const proposal = await proposeAndApprove(world, proposals.creditLimit(61_300));
    await setLimit("64000");
    await setLimit("60000");
    expect(await verbs.push(proposal.id)).toEqual({ outcome: "applied" });
  });

  test("after it went stale, is re-proposed from the value it has again: no drift is left", async () => {
    const stale = await goStale(61_400);
    await setLimit("60000");
    const version = await verbs.repropose(stale.id);
    expect(version.drift).toEqual([
      { field: "creditlimit", proposed_from: "60000", now: "60000", to: "61400" },
    ]);
  });
});

describe("a re-proposal is refused", () => {
  test("where the live value is the target already: nothing is left to do", async () => {
    const stale = await goStale(61_500, "61500");
    await expectRefusal(verbs.repropose(stale.id), {
      code: "nothing_to_do",
      status: 409,
      members: { drift: [{ field: "creditlimit", proposed_from: "60000", now: "61500", to: "61500" }] },
    });
  });

  test("where the record is gone, in words", async () => {
    const proposal = await proposeAndApprove(world, proposals.bidPrice("1.45"));
    await verbs.loseBid();
    expect(await verbs.push(proposal.id)).toEqual({ outcome: "stale" });
    await expectRefusal(verbs.repropose(proposal.id), {
      code: "record_missing",
      status: 422,
      publicMessage: expect.stringContaining("gone from NetSuite"),
    });
  });

  test("while a version that took its place still counts, however many later, naming it", async () => {
    const stale = await goStale(61_600);
    const second = await verbs.repropose(stale.id);
    const third = await verbs.edit(second, { changes: [{ field: "creditlimit", to: 61_650 }] });
    await expectRefusal(verbs.repropose(stale.id), {
      code: "successor_exists",
      members: { successor_id: third.id },
    });
    expect((await read(stale.id)).may.repropose).toEqual({
      allowed: false,
      why: `#${third.id} already took its place.`,
    });
    await world.decide(world.admin, third, { decision: "reject" });
    expect(await verbs.repropose(stale.id)).toMatchObject({ supersedes_id: stale.id });
  });

  test("of an action that waits, is approved, applied or rejected", async () => {
    const { proposal } = await world.propose(proposals.arNote());
    const reason = async () => (await refusalOf(verbs.repropose(proposal.id))).members;
    expect(await reason()).toEqual({ action_status: "pending" });
    await approve(world, proposal);
    expect(await reason()).toEqual({ action_status: "approved" });
    await verbs.push(proposal.id);
    expect(await reason()).toEqual({ action_status: "applied" });
    const { proposal: rejected } = await world.propose(proposals.arNote());
    await world.decide(world.admin, rejected, { decision: "reject" });
    await expectRefusal(verbs.repropose(rejected.id), {
      code: "not_reproposable",
      members: { action_status: "rejected" },
    });
  });

  test("to viewers", async () => {
    const stale = await goStale(61_700);
    await expectRefusal(verbs.repropose(stale.id, world.viewer), "not_allowed");
  });
});
