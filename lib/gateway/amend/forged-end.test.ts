import postgres from "postgres";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { editSchema } from "@/lib/contract/actions/amend";
import { cancelAction } from "@/lib/gateway/amend/cancel-action";
import { cancelRemainingLines } from "@/lib/gateway/amend/cancel-remaining-lines";
import { editAction } from "@/lib/gateway/amend/edit-action";
import { reproposeAction } from "@/lib/gateway/amend/repropose-action";
import { undoAction } from "@/lib/gateway/amend/undo-action";
import { approve, proposeAndApprove } from "@/lib/gateway/testing/deliver";
import { pushAction } from "@/lib/gateway/deliver/push-action";
import { lineStatuses, priceRoll, rollLines, widenAssortment } from "@/lib/gateway/testing/rolls";
import { proposals } from "@/lib/gateway/testing/proposals";
import { expectRefusal, refusalOf } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";

/** A write that the database's role calls stale or cancelled, though it left: nobody proposes it again before NetSuite was asked. */

const world = await useWorld();
const { approver, gateway, tenantId, owner } = world;
/** Here every request that left is over at once. */
const later = { ...gateway, holdSeconds: 0 };
const app = postgres(world.db.urls.app, { max: 1, onnotice: () => {} });
afterAll(() => app.end());
/** No copy of a request is under way from the test before, which would hold up the same record. */
beforeEach(() => owner`UPDATE ns_pending_pushes SET not_after = not_after - make_interval(secs => 86400)`);

/** A note, of which a second write would make a second one; its answer is lost. */
async function sendNote(fault: "drop_after_commit" | "drop_before_execution") {
  const note = await proposeAndApprove(world, proposals.arNote());
  await loseAnswer(note.pushId, fault);
  return note;
}
async function loseAnswer(pushId: number, fault: "drop_after_commit" | "drop_before_execution") {
  await world.account.fault(fault);
  await world.account.fault("service_unavailable", { op: "probe" });
  expect(await world.push(pushId)).toMatchObject({ outcome: "unknown" });
}
const asRole = (statements: (tx: postgres.TransactionSql) => Promise<unknown>) =>
  app.begin(async (tx) => {
    await tx`SELECT set_config('app.tenant_id', ${String(tenantId)}, true)`;
    await statements(tx);
  });
const endAs = (status: "stale" | "cancelled", { id, pushId }: { id: number; pushId: number }) =>
  asRole(async (tx) => {
    const between = status === "cancelled" ? ["queued"] : [];
    for (const next of [...between, status])
      await tx`UPDATE ns_pending_pushes SET status = ${next}, ended_at = now(), hold_until = NULL,
        proved_unwritten_at = now(), not_after = now() - interval '1 day' WHERE id = ${pushId}`;
    await tx`UPDATE action_receipts SET status = 'failed', completed_at = now() WHERE push_id = ${pushId}`;
    await tx`UPDATE proposed_actions SET status = ${status}, ended_at = now(), ended_by_label = 'Ana',
      end_reason = 'the record has changed since' WHERE id = ${id}`;
    await tx`SELECT append_event(${tenantId}, 'proposed_action', ${id}, ${`hitl.${status}`}, 'person', 'Ana', '{}')`;
  });
const successors = async (id: number) =>
  (await owner`SELECT 1 FROM proposed_actions WHERE supersedes_id = ${id}`).length;

const ends = ["stale", "cancelled"] as const;

test.each(ends)(
  "a write that arrived and is called %s by the database's role is not proposed again",
  async (status) => {
    const sent = await sendNote("drop_after_commit");
    await endAs(status, sent);
    const early = await refusalOf(reproposeAction(approver, sent.id, null, gateway));
    expect(early).toMatchObject({ code: "may_be_written", message: expect.stringContaining("5 minutes") });
    const late = await refusalOf(reproposeAction(approver, sent.id, null, later));
    expect(late).toMatchObject({
      code: "may_be_written",
      message: expect.stringContaining("holds this write"),
    });
    expect(await successors(sent.id)).toBe(0);
  },
);

test.each(ends)(
  "one that never arrived and is called %s is proposed again, once NetSuite has said so",
  async (status) => {
    const sent = await sendNote("drop_before_execution");
    await endAs(status, sent);
    await expectRefusal(reproposeAction(approver, sent.id, null, gateway), "may_be_written");
    await world.account.fault("service_unavailable", { op: "probe" });
    await expectRefusal(reproposeAction(approver, sent.id, null, later), "may_be_written");
    expect(await successors(sent.id)).toBe(0);
    await reproposeAction(approver, sent.id, null, later);
    expect(await successors(sent.id)).toBe(1);
  },
);

test("the seal of one push's end fits no other, and that a request left is not taken back", async () => {
  const held = await proposeAndApprove(world, proposals.creditLimit(61_000));
  await world.account.edit("customer", "Coastal Pantry", { creditlimit: "64000" });
  expect(await world.push(held.pushId)).toEqual({ outcome: "stale" });
  await world.account.edit("customer", "Coastal Pantry", { creditlimit: "60000" });
  const sent = await sendNote("drop_after_commit");
  await endAs("stale", sent);
  await asRole(
    (tx) => tx`UPDATE ns_pending_pushes SET end_seal = (SELECT end_seal FROM ns_pending_pushes
      WHERE id = ${held.pushId} AND end_seal IS NOT NULL) WHERE id = ${sent.pushId}`,
  );
  await expectRefusal(reproposeAction(approver, sent.id, null, gateway), "may_be_written");
  for (const time of ["NULL", "now() - interval '1 day'"])
    await expect(
      asRole((tx) =>
        tx.unsafe(`UPDATE ns_pending_pushes SET last_sent_at = ${time} WHERE id = ${sent.pushId}`),
      ),
    ).rejects.toMatchObject({ code: "CS001" });
  // The genuine end of the other one needs no question.
  await reproposeAction(approver, held.id, null, gateway);
  expect(await successors(held.id)).toBe(1);
});

const endPushAs = (statuses: readonly string[], pushId: number) =>
  asRole(async (tx) => {
    for (const status of statuses)
      await tx`UPDATE ns_pending_pushes SET status = ${status}, ended_at = now(), hold_until = NULL,
        not_after = now() - interval '1 day' WHERE id = ${pushId}`;
    await tx`UPDATE action_receipts SET status = 'failed', completed_at = now() WHERE push_id = ${pushId}`;
  });

test("nor where the role leaves the push of the cancelled action dead, and it puts none back", async () => {
  const { id, pushId } = await sendNote("drop_after_commit");
  await endPushAs(["dead"], pushId);
  await asRole(async (tx) => {
    await tx`UPDATE proposed_actions SET status = 'cancelled', ended_at = now(), ended_by_label = 'Ana',
      end_reason = 'no' WHERE id = ${id}`;
  });
  await expect(
    asRole((tx) => tx`UPDATE ns_pending_pushes SET status = 'queued' WHERE id = ${pushId}`),
  ).rejects.toMatchObject({ code: "CS002" });
  await expectRefusal(reproposeAction(approver, id, null, later), "may_be_written");
  expect(await successors(id)).toBe(0);
});

test("an approved write whose push alone the role calls cancelled is neither edited nor cancelled", async () => {
  const { id, pushId, payload_hash } = await proposeAndApprove(world, proposals.adjustment("5"));
  await loseAnswer(pushId, "drop_after_commit");
  await endPushAs(["dead", "cancelled"], pushId);
  const change = editSchema.parse({ payload_hash, changes: [{ field: "adjustqtyby", to: "6" }] });
  for (const by of [gateway, later]) {
    await expectRefusal(editAction(approver, id, change, by), "may_be_written");
    await expectRefusal(cancelAction(approver, id, "no", by), "may_be_written");
  }
  expect(await successors(id)).toBe(0);
});

test("an undo that arrived and is called stale by the role is not made a second time", async () => {
  const { id, pushId } = await proposeAndApprove(world, proposals.adjustment("7"));
  expect(await world.push(pushId)).toEqual({ outcome: "applied" });
  const undo = await undoAction(approver, id, "wrong", gateway);
  const { payload_hash } = (
    await owner<{ payload_hash: string }[]>`
    SELECT payload_hash FROM proposed_actions WHERE id = ${undo.id}`
  )[0]!;
  await approve(world, { id: undo.id, payload_hash });
  const sent = { id: undo.id, pushId: (await world.pushOf(undo.id)).id };
  await loseAnswer(sent.pushId, "drop_after_commit");
  await endAs("stale", sent);
  await expectRefusal(undoAction(approver, id, "wrong", gateway), "may_be_written");
  await expectRefusal(undoAction(approver, id, "wrong", later), "may_be_written");
});

test("an edit that was asked for before the write left is not made beside it", async () => {
  const { id, pushId, payload_hash } = await proposeAndApprove(world, proposals.adjustment("8"));
  let isSent = false;
  const sendMeanwhile = async () => {
    if (isSent) return;
    isSent = true;
    await loseAnswer(pushId, "drop_after_commit");
    await endPushAs(["queued", "cancelled"], pushId);
  };
  const slow = {
    ...gateway,
    netsuite: {
      ...gateway.netsuite,
      read: async (...request: Parameters<typeof gateway.netsuite.read>) => {
        await sendMeanwhile();
        return gateway.netsuite.read(...request);
      },
    },
  };
  const change = editSchema.parse({ payload_hash, changes: [{ field: "adjustqtyby", to: "9" }] });
  await expectRefusal(editAction(approver, id, change, slow), "may_be_written");
  expect(isSent).toBe(true);
  expect(await successors(id)).toBe(0);
});

test("nor is an action proposed again beside a later version of it that is called stale", async () => {
  const first = await proposeAndApprove(world, proposals.arNote());
  await cancelAction(approver, first.id, "later", gateway);
  const { id } = await reproposeAction(approver, first.id, null, gateway);
  const [row] = await owner<{ payload_hash: string }[]>`
    SELECT payload_hash FROM proposed_actions WHERE id = ${id}`;
  await approve(world, { id, payload_hash: row!.payload_hash });
  const { id: pushId } = await world.pushOf(id);
  await loseAnswer(pushId, "drop_after_commit");
  await endAs("stale", { id, pushId });
  for (const by of [gateway, later])
    await expectRefusal(reproposeAction(approver, first.id, null, by), "may_be_written");
  expect(await successors(first.id)).toBe(1);
});

describe("a line of a roll that was written and that the role calls cancelled", () => {
  const sendLine = async (lines: ReturnType<typeof rollLines>) => {
    await widenAssortment(world.account);
    const roll = await proposeAndApprove(world, priceRoll(lines));
    await loseAnswer(roll.pushId, "drop_after_commit");
    await endPushAs(["queued", "cancelled"], roll.pushId);
    return roll.id;
  };
  const statusOf = async (id: number) =>
    (await owner`SELECT status FROM proposed_actions WHERE id = ${id}`)[0]!.status as string;

  test("keeps the others from being cancelled before NetSuite was asked, and with it afterwards", async () => {
    const id = await sendLine(rollLines(3));
    for (const by of [gateway, later])
      await expectRefusal(
        cancelRemainingLines(approver, { actionId: id, reason: "no more" }, by),
        "may_be_written",
      );
    expect(await statusOf(id)).toBe("approved");
  });

  test("that never arrived ends the roll once NetSuite has said so, by who ends what was left open", async () => {
    await widenAssortment(world.account);
    const roll = await proposeAndApprove(world, priceRoll(rollLines(9).slice(6)));
    await loseAnswer(roll.pushId, "drop_before_execution");
    await endPushAs(["queued", "cancelled"], roll.pushId);
    await pushAction(tenantId, (await world.pushOf(roll.id)).id, gateway);
    expect(await statusOf(roll.id)).toBe("approved");
    const command = { actionId: roll.id, reason: "" };
    await expectRefusal(cancelRemainingLines(approver, command, gateway), "may_be_written");
    expect(await cancelRemainingLines(approver, command, later)).toEqual({
      action_id: roll.id,
      cancelled: 0,
      status: "applied",
    });
    expect(await lineStatuses(world, roll.id)).toEqual({ applied: 2, cancelled: 1 });
  });

  test("keeps the roll from ending with its other lines", async () => {
    const id = await sendLine(rollLines(6).slice(3));
    await pushAction(tenantId, (await world.pushOf(id)).id, gateway);
    expect(await lineStatuses(world, id)).toEqual({ applied: 2, cancelled: 1 });
    expect(await statusOf(id)).toBe("approved");
  });
});

test("a write that arrived and that the role calls dead and not written is not cancelled", async () => {
  const { id, pushId } = await proposeAndApprove(world, proposals.arNote());
  await loseAnswer(pushId, "drop_after_commit");
  await asRole(async (tx) => {
    await tx`UPDATE ns_pending_pushes SET status = 'dead', ended_at = now(), hold_until = NULL,
      proved_unwritten_at = now(), not_after = now() - interval '1 day' WHERE id = ${pushId}`;
    await tx`UPDATE action_receipts SET status = 'failed', completed_at = now() WHERE push_id = ${pushId}`;
  });
  await expectRefusal(cancelAction(approver, id, "no", gateway), "may_be_written");
  expect(await successors(id)).toBe(0);
});
