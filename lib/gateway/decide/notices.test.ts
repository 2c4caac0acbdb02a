import { describe, expect, test } from "vitest";
import { noticesSchema } from "@/lib/contract/actions/notices";
import type { Person } from "@/lib/core/access/principal";
import { readNotices } from "@/lib/gateway/read/state/read-notices";
import { readOverview } from "@/lib/gateway/read/state/read-overview";
import { cancelRemainingLines } from "@/lib/gateway/amend/cancel-remaining-lines";
import { reproposeAction } from "@/lib/gateway/amend/repropose-action";
import { pushAction } from "@/lib/gateway/deliver/push-action";
import { mintEditToken, signForNotes } from "@/lib/gateway/testing/decisions";
import { proposals } from "@/lib/gateway/testing/proposals";
import { pastEveryGuard } from "@/lib/gateway/testing/race";
import { lineKey, lineStatuses, priceRoll, rollLines, widenAssortment } from "@/lib/gateway/testing/rolls";
import { useAmendments } from "@/lib/gateway/testing/use-world";
import { writesGoingWrong } from "@/lib/gateway/testing/went-wrong";
import { dismissOwnNotices } from "./dismiss-notices";

const { world, verbs, superuser } = await useAmendments({
  changedByHand: ["authorisation_differs", "dead_letter_replay_differs", "end_differs"],
});
const { gateway, owner } = world;

async function noticesOf(person: Person) {
  const { items } = noticesSchema.parse(await readNotices(person, gateway));
  expect((await readOverview(person, gateway)).notices).toBe(items.length);
  return items.map(({ kind, action, why }) => ({ kind, id: action.id, why }));
}

/** Approved by a person of its own, so that no other test's notices are theirs. */
const newApprover = (name: string) => world.home.person(name, "approver");

const { goStale, goStaleByTwo, goDead, goMismatched } = writesGoingWrong(world, verbs);

test("the approver of a stale action is told, nobody else is, and a new version ends the notice", async () => {
  const [mine, other] = [await newApprover("Mine"), await newApprover("Other")];
  const stale = await goStale(mine, 61_000);
  expect(await noticesOf(mine)).toEqual([
    { kind: "stale", id: stale.id, why: "Nothing was written: the record has changed since." },
  ]);
  expect(await noticesOf(other)).toEqual([]);
  await reproposeAction(other, stale.id, null, gateway);
  expect(await noticesOf(mine)).toEqual([]);
});

test("the approver of a dead push is told until it is replayed", async () => {
  const mine = await newApprover("Dead");
  const proposal = await goDead(mine);
  expect(await noticesOf(mine)).toMatchObject([{ kind: "dead", id: proposal.id }]);
  await owner`UPDATE ns_push_dlq_log SET replayed_at = clock_timestamp() WHERE action_id = ${proposal.id}`;
  expect(await noticesOf(mine)).toEqual([]);
});

test("the approver of a write that reads back differently is told", async () => {
  const mine = await newApprover("Mismatch");
  const proposal = await goMismatched(mine);
  expect(await noticesOf(mine)).toMatchObject([{ kind: "mismatch", id: proposal.id }]);
});

test("the approver of a write that NetSuite puts off is told after an hour, until it is written", async () => {
  const mine = await newApprover("Delayed");
  const { proposal } = await world.propose(proposals.arNote({ entity_ref: "Halvorsen Markets" }));
  await world.decide(mine, proposal);
  await world.account.fault("too_many_requests", { key: `cs-${world.tenantId}-${proposal.id}` });
  await verbs.push(proposal.id);
  const waitFor = (minutes: number) => owner`
    UPDATE ns_pending_pushes SET next_attempt_at = clock_timestamp(),
      queued_at = clock_timestamp() - make_interval(mins => ${minutes}) WHERE action_id = ${proposal.id}`;
  await waitFor(59);
  expect(await noticesOf(mine)).toEqual([]);
  await waitFor(60);
  expect(await noticesOf(mine)).toMatchObject([
    {
      kind: "delayed",
      id: proposal.id,
      why: expect.stringContaining("The last answer: NetSuite did not take the request"),
    },
  ]);
  await verbs.push(proposal.id);
  expect(await world.statusOf(proposal.id)).toBe("applied");
  expect(await noticesOf(mine)).toEqual([]);
});

describe("a problem under a standing authorisation", () => {
  const approvedBySignature = async (signer: Person) => {
    await signForNotes(world, signer);
    const { proposal } = await world.propose(proposals.noteAttachment());
    await owner`UPDATE standing_authorisations SET revoked_at = clock_timestamp() WHERE revoked_at IS NULL`;
    expect(proposal).toMatchObject({ status: "approved", decided_by: expect.stringContaining(signer.name) });
    return proposal;
  };

  test("is told to the administrator who signed it, to nobody else, and is dismissed by them alone", async () => {
    const [signer, earlierSigner] = [
      await world.home.person("Signer", "admin"),
      await world.home.person("Earlier signer", "admin"),
    ];
    expect(await verbs.push((await approvedBySignature(earlierSigner)).id)).toEqual({ outcome: "applied" });
    const { id } = await approvedBySignature(signer);
    await world.account.fault("closed_period", { key: `cs-${world.tenantId}-${id}` });
    expect(await verbs.push(id)).toEqual({ outcome: "dead" });
    expect(await noticesOf(signer)).toMatchObject([{ kind: "dead", id }]);
    for (const other of [earlierSigner, world.admin, world.approver])
      expect(await noticesOf(other)).not.toContainEqual(expect.objectContaining({ id }));
    await dismissOwnNotices(earlierSigner, [id], gateway);
    expect(await noticesOf(signer)).toHaveLength(1);
    expect(await dismissOwnNotices(signer, [id], gateway)).toEqual({ left: 0 });
  });
});

describe("the approver of a roll", () => {
  const approvedRoll = async (by: Person, lineCount: number) => {
    await widenAssortment(world.account);
    const { proposal } = await world.propose(priceRoll(rollLines(lineCount)));
    await world.decide(by, proposal, { editToken: await mintEditToken(world, by, proposal) });
    expect(await world.statusOf(proposal.id)).toBe("approved");
    return proposal;
  };
  const carry = async (actionId: number) =>
    pushAction(world.tenantId, (await world.pushOf(actionId)).id, gateway);

  test("is told that some of its lines were not written, once it has ended", async () => {
    const [mine, other] = [await newApprover("Roller"), await newApprover("No roller")];
    const { id } = await approvedRoll(mine, 3);
    await world.account.fault("closed_period", { key: lineKey(world, id, 3) });
    await world.account.fault("external_edit", { key: lineKey(world, id, 2) });
    await carry(id);
    expect(await lineStatuses(world, id)).toEqual({ applied: 1, dead: 1, stale: 1 });
    expect(await noticesOf(mine)).toMatchObject([{ kind: "dead", id }]);
    await cancelRemainingLines(mine, { actionId: id, reason: "That will do." }, gateway);
    expect(await noticesOf(mine)).toEqual([
      { kind: "partial", id, why: "Some of its lines were not written. Held back: 1 of 3." },
    ]);
    expect(await noticesOf(other)).toEqual([]);
    expect(await dismissOwnNotices(mine, [id], gateway)).toEqual({ left: 0 });
  });

  test("hears nothing of lines that somebody cancelled, or of a roll that was written whole", async () => {
    const mine = await newApprover("Canceller");
    const cancelled = await approvedRoll(mine, 2);
    await world.account.fault("closed_period", { key: lineKey(world, cancelled.id, 2) });
    await carry(cancelled.id);
    await cancelRemainingLines(mine, { actionId: cancelled.id, reason: "One is enough." }, gateway);
    expect(await lineStatuses(world, cancelled.id)).toEqual({ applied: 1, cancelled: 1 });
    const whole = await approvedRoll(mine, 2);
    await carry(whole.id);
    expect(await world.statusOf(whole.id)).toBe("applied");
    expect(await noticesOf(mine)).toEqual([]);
  });
});

test("every approver of a quorum is told", async () => {
  const both = [await newApprover("First"), await newApprover("Second")];
  const proposal = await goStaleByTwo(both);
  for (const person of both) expect(await noticesOf(person)).toMatchObject([{ id: proposal.id }]);
});

test("dismissed, it is gone for that person alone and for good, and a later trouble is told again", async () => {
  const [mine, other] = [await newApprover("Dismisser"), await newApprover("Bystander")];
  const stale = await goStale(mine, 61_200);
  expect(await dismissOwnNotices(other, [stale.id], gateway)).toEqual({ left: 0 });
  expect(await noticesOf(mine)).toHaveLength(1);
  for (let times = 0; times < 2; times += 1)
    expect(await dismissOwnNotices(mine, [stale.id], gateway)).toEqual({ left: 0 });
  expect(await noticesOf(mine)).toEqual([]);
  await owner`UPDATE dismissed_notices SET dismissed_at = dismissed_at - interval '1 day' WHERE action_id = ${stale.id}`;
  expect(await noticesOf(mine)).toHaveLength(1);
});

test("another tenant's notices are neither seen nor dismissed", async () => {
  const mine = await newApprover("Walled");
  const stale = await goStale(mine, 61_300);
  const elsewhere = await world.addTenant();
  const stranger = { ...(await elsewhere.person("Stranger", "approver")), userId: mine.userId };
  expect((await readNotices(stranger, gateway)).items).toEqual([]);
  await dismissOwnNotices(stranger, [stale.id], gateway);
  expect(await noticesOf(mine)).toHaveLength(1);
});

test("a notice ends by itself after 30 days", async () => {
  const mine = await newApprover("Patient");
  const stale = await goStale(mine, 61_400);
  const age = (days: number) =>
    pastEveryGuard(
      superuser,
      (tx) => tx`
        UPDATE proposed_actions SET ended_at = clock_timestamp() - make_interval(days => ${days})
        WHERE id = ${stale.id}`,
    );
  await age(29);
  expect(await noticesOf(mine)).toHaveLength(1);
  await age(31);
  expect(await noticesOf(mine)).toEqual([]);
});
