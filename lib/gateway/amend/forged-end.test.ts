import postgres from "postgres";
import { afterAll, expect, test } from "vitest";
import { editSchema } from "@/lib/contract/actions/amend";
import { cancelAction } from "@/lib/gateway/amend/cancel-action";
import { editAction } from "@/lib/gateway/amend/edit-action";
import { reproposeAction } from "@/lib/gateway/amend/repropose-action";
import { undoAction } from "@/lib/gateway/amend/undo-action";
import { approve, proposeAndApprove } from "@/lib/gateway/testing/deliver";
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

test("nor where the role leaves the push of the cancelled action dead, or puts it back", async () => {
  for (const isPutBack of [false, true]) {
    const { id, pushId } = await sendNote("drop_after_commit");
    await endPushAs(["dead"], pushId);
    await asRole(async (tx) => {
      await tx`UPDATE proposed_actions SET status = 'cancelled', ended_at = now(), ended_by_label = 'Ana',
        end_reason = 'no' WHERE id = ${id}`;
    });
    if (isPutBack)
      await asRole((tx) => tx`UPDATE ns_pending_pushes SET status = 'queued' WHERE id = ${pushId}`);
    await expectRefusal(reproposeAction(approver, id, null, later), "may_be_written");
    expect(await successors(id)).toBe(0);
  }
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
