import postgres from "postgres";
import { afterAll, expect, test } from "vitest";
import { editSchema } from "@/lib/contract/actions/amend";
import { createHttpTransport, type HttpTransport } from "@/lib/destinations/netsuite/http-transport";
import { letTimePass, proposeAndApprove } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { cancelAction } from "./cancel-action";
import { editAction } from "./edit-action";

/** While a copy of a request may begin nobody ends its write, whatever the database's role says of it. */

const plain = createHttpTransport(16);
let held: Promise<void> | null = null;
let arrived = () => {};
/** A network on which a write waits for as long as `held` says. */
const post: HttpTransport["post"] = async (request) => {
  if (held && (JSON.parse(request.body) as { op: string }).op === "write") {
    arrived();
    await held;
  }
  return plain.post(request);
};
const world = await useWorld({ client: { transport: { post, close: () => plain.close() } } });
const { approver, gateway, tenantId } = world;
const app = postgres(world.db.urls.app, { max: 1, onnotice: () => {} });
afterAll(() => app.end());

const asRole = (statements: (tx: postgres.TransactionSql) => Promise<unknown>) =>
  app.begin(async (tx) => {
    await tx`SELECT set_config('app.tenant_id', ${String(tenantId)}, true)`;
    await statements(tx);
  });

/** The answers after which no copy of a request can begin any more, if it were the app that got them. */
const answers = [
  { why: "its time is over", code: "X", failureClass: "transient" },
  { why: "the script refused it", code: "CLOSED_PERIOD", failureClass: "terminal" },
  { why: "no connection was made", code: "ECONNREFUSED", failureClass: "not_executed" },
];

test.each(answers)(
  "on its way, and $why by the role's word: it is neither cancelled nor edited, and recorded once it is found",
  async ({ code, failureClass }) => {
    const { id, pushId, payload_hash } = await proposeAndApprove(world, proposals.arNote());
    let release = () => {};
    held = new Promise((resolve) => (release = resolve));
    const left = new Promise<void>((resolve) => (arrived = resolve));
    const sending = world.push(pushId);
    await left;
    const error = JSON.stringify({ code, class: failureClass, message: "" });
    await asRole(async (tx) => {
      await tx`
        UPDATE ns_pending_pushes SET status = 'dead', lease_owner = NULL, lease_expires_at = NULL, ended_at = now(),
          failure_class = ${failureClass}, last_error_json = ${error}::jsonb,
          not_after = now() - interval '1 day', earlier_not_after = NULL WHERE id = ${pushId}`;
      await tx`UPDATE action_receipts SET status = 'failed', completed_at = now() WHERE push_id = ${pushId}`;
    });
    await expectRefusal(cancelAction(approver, id, "it gave up", gateway), "may_be_written");
    const change = editSchema.parse({ payload_hash, changes: [{ field: "note", to: "another" }] });
    await expectRefusal(editAction(approver, id, change, gateway), "may_be_written");
    release();
    held = null;
    await sending;
    await letTimePass(world, id);
    await expectRefusal(cancelAction(approver, id, "it gave up", gateway), "may_be_written");
    expect(await world.push(pushId)).toMatchObject({ outcome: "applied" });
    expect(await world.commitsOf(id)).toHaveLength(1);
  },
);

test("what NetSuite's script itself refused can be cancelled at once", async () => {
  const { id, pushId } = await proposeAndApprove(world, proposals.arNote());
  await world.account.fault("closed_period", { key: `cs-${tenantId}-${id}` });
  expect(await world.push(pushId)).toMatchObject({ outcome: "dead" });
  await cancelAction(approver, id, "the period is closed", gateway);
  expect(await world.statusOf(id)).toBe("cancelled");
});

test("on its way, and the hold is over by the role's word: no probe denies it, whatever the record holds meanwhile", async () => {
  const setLimit = (creditlimit: string) => world.account.edit("customer", "Coastal Pantry", { creditlimit });
  const { id, pushId } = await proposeAndApprove(world, proposals.creditLimit());
  let release = () => {};
  held = new Promise((resolve) => (release = resolve));
  const left = new Promise<void>((resolve) => (arrived = resolve));
  const sending = world.push(pushId);
  await left;
  held = null;
  // A colleague's change, which makes the script refuse a second request.
  await setLimit("60300");
  await asRole(
    (tx) => tx`
      UPDATE ns_pending_pushes SET status = 'unknown', lease_owner = NULL, lease_expires_at = NULL, sent_at = NULL,
        failure_class = 'unknown', hold_until = now() - interval '1 minute', next_attempt_at = now() WHERE id = ${pushId}`,
  );
  expect(await world.push(pushId)).toMatchObject({ outcome: "unknown" });
  await asRole(
    (tx) => tx`
      UPDATE ns_pending_pushes SET status = 'queued', proved_unwritten_at = now(), next_attempt_at = now()
      WHERE id = ${pushId}`,
  );
  await world.push(pushId);
  expect(await world.statusOf(id)).toBe("approved");
  await setLimit("60000");
  release();
  await sending;
  await letTimePass(world, id);
  await world.push(pushId);
  expect(await world.statusOf(id)).toBe("applied");
  expect(await world.commitsOf(id)).toHaveLength(1);
});
