import { describe, expect, test } from "vitest";
import { EXAMPLE_PAYLOADS } from "@/lib/action-types/payload/examples";
import type { ProposalInput } from "@/lib/contract/actions/proposal";
import { proposals } from "@/lib/gateway/testing/proposals";
import { expectRefusal, refusalOf, runOut } from "@/lib/gateway/testing/race";
import { useAmendments } from "@/lib/gateway/testing/use-world";

const { world, verbs, superuser } = await useAmendments();

const priceNow = async () => (await world.account.look("bid_price", "B5875:10472")).price;
const applied = async (to: string, from: string) =>
  verbs.apply((await world.propose(proposals.bidPrice(to, from))).proposal);

describe("an undo", () => {
  test("proposes the compensating change, which is decided and written like any other", async () => {
    const { id } = await applied("1.43", "1.42");
    expect((await world.read(id, world.approver)).may.undo).toEqual({
      allowed: true,
      why: null,
    });
    const undo = await verbs.undo(id, "Wrong bid");
    expect(undo).toMatchObject({ status: "pending", undo_of_id: id, supersedes_id: null });
    expect(await priceNow()).toBe("1.43");
    const original = await verbs.rowOf(id);
    expect(await verbs.rowOf(undo.id)).toMatchObject({
      agent_id: original.agent_id,
      author_user_id: world.approver.userId,
      correlation_id: original.correlation_id,
      reason: "Wrong bid",
      payload_json: { changes: [{ field: "price", from: "1.43", to: "1.42" }] },
    });
    expect(await world.eventsOf(id)).toEqual([
      "hitl.proposed",
      "hitl.approved",
      "hitl.applied",
      "hitl.undo_proposed",
    ]);
    expect((await world.read(id, world.approver)).undone_by_id).toBe(undo.id);
    await verbs.apply(undo);
    expect(await priceNow()).toBe("1.42");
    await expectRefusal(verbs.undo(id), { code: "undo_exists", members: { undo_id: undo.id } });
  });

  test("can be undone itself", async () => {
    const { id } = await applied("1.43", "1.42");
    const back = await verbs.apply(await verbs.undo(id));
    const again = await verbs.undo(back.id);
    expect(await verbs.rowOf(again.id)).toMatchObject({
      payload_json: { changes: [{ field: "price", from: "1.42", to: "1.43" }] },
    });
    await world.decide(world.admin, again, { decision: "reject" });
  });

  test("that was rejected, ran out of time or was withdrawn makes room for another one", async () => {
    const { id } = await applied("1.43", "1.42");
    const first = await verbs.undo(id);
    await expectRefusal(verbs.undo(id), { code: "undo_exists", status: 409 });
    await world.decide(world.admin, first, { decision: "reject" });
    const second = await verbs.undo(id);
    await runOut(superuser, second.id);
    const third = await verbs.undo(id);
    await verbs.withdraw(third.id);
    const fourth = await verbs.undo(id);
    const edited = await verbs.edit(fourth, { changes: [{ field: "price", to: "1.425" }] });
    expect(await verbs.rowOf(edited.id)).toMatchObject({ undo_of_id: id, supersedes_id: fourth.id });
    // Another undo is open.
    await expectRefusal(verbs.repropose(second.id), "undo_exists");
    await world.decide(world.admin, edited, { decision: "reject" });
    expect(await verbs.repropose(second.id)).toMatchObject({ undo_of_id: id });
  });

  test("of an adjustment proposes the opposite one", async () => {
    const { proposal } = await world.propose(proposals.adjustment("-4"));
    await verbs.apply(proposal);
    const undo = await verbs.undo(proposal.id);
    expect((await verbs.rowOf(undo.id)).payload_json.changes).toEqual([{ field: "adjustqtyby", to: "4" }]);
  });
});

describe("an undo is refused", () => {
  test("in words where the type has none", async () => {
    const { id } = await verbs.apply((await world.propose(proposals.arNote())).proposal);
    const refusal = await refusalOf(verbs.undo(id));
    expect(refusal).toMatchObject({ code: "not_undoable", status: 409 });
    expect(refusal.publicMessage).toContain("cannot reverse this one");
    expect((await world.read(id, world.approver)).may.undo.why).toBe(refusal.publicMessage);
  });

  test("where somebody has changed the record since", async () => {
    const before = String(await priceNow());
    const { id } = await applied("1.47", before);
    await world.editDuringTest("bid_price", "B5875:10472", { price: "1.5" }, { price: "1.42" });
    await expectRefusal(verbs.undo(id), {
      code: "from_mismatch",
      members: { live: [{ field: "price", value: "1.5" }] },
      publicMessage: expect.stringContaining("changed it since"),
    });
  });

  test("of an action that was not applied, and to viewers", async () => {
    const { proposal } = await world.propose(proposals.bidPrice());
    await expectRefusal(verbs.undo(proposal.id), {
      code: "not_undoable",
      members: { action_status: "pending" },
    });
    await expectRefusal(verbs.undo(proposal.id, null, world.viewer), "not_allowed");
  });
});

test("an undo of payment terms keeps to the terms that were there, whatever others bear their name", async () => {
  const { proposal } = await world.propose(EXAMPLE_PAYLOADS.customer_terms_change as ProposalInput);
  const edited = await verbs.edit(proposal, { changes: [{ field: "terms", to: "Net 15" }] }, world.admin);
  const { id } = await verbs.apply(edited);
  await world.account.edit("term", "Net 30", { name: "Net 30 (old)" });
  await world.account.edit("term", "Net 60", { name: "Net 30" });
  await expectRefusal(verbs.undo(id), {
    code: "record_missing",
    publicMessage: expect.stringContaining("lead to another record"),
  });
  await world.account.edit("term", "3", { name: "Net 60" });
  await world.account.edit("term", "2", { name: "Net 30" });
  expect(await verbs.undo(id)).toMatchObject({ status: "pending" });
});
