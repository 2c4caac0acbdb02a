import { beforeEach, expect, test } from "vitest";
import { inTenant } from "@/db/client";
import { extendExpiry } from "@/db/queries/actions/amendments";
import { readAmendable } from "@/lib/gateway/read/actions/amend-facts";
import { refusalOf } from "@/lib/core/action/amend-rules";
import { openGraceWorld } from "@/lib/gateway/testing/grace";
import { proposals } from "@/lib/gateway/testing/proposals";
import { expectRefusal } from "@/lib/gateway/testing/race";

/** An extension holds for a proposal and its copies: those that arise as a decision is taken back. */

const { world, verbs, grace } = await openGraceWorld();
const { approver, admin, gateway, tenantId } = world;
beforeEach(grace.emptyQueue);

type Proposal = { id: number; payload_hash: string };
const hour = 3_600_000;
const propose = async () => {
  const { proposal } = await world.propose(proposals.arNote({ expires_in_seconds: 7_200 }));
  await grace.pass(hour);
  return proposal;
};
const takenBack = async (proposal: Proposal, decide: (of: Proposal) => Promise<unknown>) => {
  await decide(proposal);
  const copy = await grace.takeBack(proposal.id);
  // Some of its time has gone, so that an extension would give it more.
  await grace.pass(hour / 6);
  return copy;
};
const isExtendedPastTheRules = (id: number) =>
  inTenant(gateway.database, tenantId, (tx) =>
    extendExpiry(tx, { actionId: id, userId: approver.userId, reason: "again", seal: "" }),
  );
const mayExtend = (id: number) =>
  inTenant(gateway.database, tenantId, async (tx) => {
    const { facts } = await readAmendable(tx, approver, id);
    return refusalOf("extend", facts) === null;
  });

test.each([
  ["an approval", grace.approveOnPage],
  ["a rejection", grace.rejectOnPage],
] as const)(
  "the copy of an extended proposal is not extended again after %s is taken back",
  async (_, by) => {
    const proposal = await propose();
    await verbs.extend(proposal.id);
    await grace.pass(hour / 2);
    let copy: Proposal = await takenBack(proposal, by);
    for (let round = 0; round < 2; round += 1) {
      for (const person of [approver, admin])
        await expectRefusal(verbs.extend(copy.id, person), {
          code: "already_exists",
          status: 409,
          members: { extended_by: "Ana" },
        });
      expect(await isExtendedPastTheRules(copy.id)).toBe(false);
      expect(await mayExtend(copy.id)).toBe(false);
      copy = await takenBack(copy, by);
    }
    expect(await world.eventsOf(copy.id)).not.toContain("hitl.extended");
  },
);

test("the copy of a proposal that nobody extended is extended once", async () => {
  const copy = await takenBack(await propose(), grace.approveOnPage);
  expect(await mayExtend(copy.id)).toBe(true);
  expect(await verbs.extend(copy.id, admin)).toMatchObject({ extended_by: "Adam" });
  await grace.pass(hour / 2);
  const next = await takenBack(copy, (of) => grace.approveOnPage(of));
  await expectRefusal(verbs.extend(next.id), { code: "already_exists", members: { extended_by: "Adam" } });
  expect(await isExtendedPastTheRules(next.id)).toBe(false);
});
