import { beforeEach, describe, expect, test } from "vitest";
import { inTenant } from "@/db/client";
import { listUndelivered } from "@/db/queries/pushes/push-delivery";
import { deliverInRounds } from "@/inngest/functions/push-action";
import { bulkDecide } from "@/lib/gateway/decide/bulk-decide";
import { retryLane } from "@/lib/gateway/controls/retry-lane";
import { mintEditToken, signForNotes } from "@/lib/gateway/testing/decisions";
import { flipSwitch } from "@/lib/gateway/testing/flip-switch";
import { openGraceWorld } from "@/lib/gateway/testing/grace";
import { proposals } from "@/lib/gateway/testing/proposals";
import { pushAction } from "./push-action";
import { drainPushes, retryPush } from "./repair/replay-push";

const { world, grace } = await openGraceWorld();
const { approver, admin, tenantId, gateway } = world;
beforeEach(grace.emptyQueue);

const pushIdOf = async (id: number) => (await world.pushOf(id)).id;
const onPage = async (input: Record<string, unknown> = proposals.arNote()) => {
  const { proposal } = await world.propose(input);
  const result = await grace.approveOnPage(proposal);
  return { ...proposal, result, pushId: await pushIdOf(proposal.id) };
};
const undelivered = () =>
  inTenant(gateway.database, tenantId, (tx) => listUndelivered(tx, tenantId, 100)).then((rows) =>
    rows.map(({ id }) => id),
  );

describe("the push of an approval on a page waits for the grace", () => {
  test.each([
    ["L2", () => proposals.arNote()],
    ["L3", () => proposals.adjustment("1")],
  ])("at %s, 8 seconds as shipped, by the database's clock", async (_tier, input) => {
    const { result, pushId } = await onPage(input());
    expect(Date.parse(result.take_back_until!) - Date.parse(result.decided_at!)).toBe(8_000);
    await grace.pass(7_999);
    expect(await world.push(pushId)).toMatchObject({ outcome: "not_due", retryInMs: 1 });
    await grace.pass(1);
    expect(await world.push(pushId)).toEqual({ outcome: "applied" });
  });

  test("as long as the company has set, and not at all at 0", async () => {
    await grace.setSeconds(60);
    const long = await onPage();
    await grace.pass(59_999);
    expect(await world.push(long.pushId)).toMatchObject({ outcome: "not_due" });
    await grace.setSeconds(0);
    expect(await world.push(long.pushId)).toMatchObject({ outcome: "not_due" });
    await grace.pass(1);
    expect(await world.push(long.pushId)).toEqual({ outcome: "applied" });
    const none = await onPage();
    expect(none.result.take_back_until).toBeNull();
    expect(await world.push(none.pushId)).toEqual({ outcome: "applied" });
    await grace.setSeconds(8);
  });

  test("whoever asks: an administrator's retry, a drain, reconciliation, the try of a lane", async () => {
    const { id, pushId } = await onPage();
    expect(await undelivered()).toEqual([]);
    await drainPushes(admin, gateway);
    await retryPush(admin, id, gateway);
    expect(await world.push(pushId)).toMatchObject({ outcome: "not_due", retryInMs: 8_000 });
    await world.owner`UPDATE push_lanes SET state = 'halted', code = 'HTTP_403', message = 'No', halted_at = now(),
      probe_at = now() WHERE tenant_id = ${tenantId}`;
    await retryLane(admin, gateway);
    expect(await world.push(pushId)).toMatchObject({ outcome: "not_due", retryInMs: 8_000 });
    await world.owner`UPDATE push_lanes SET state = 'open', code = NULL, message = NULL, halted_at = NULL,
      probe_at = NULL WHERE tenant_id = ${tenantId}`;
    await grace.pass(8_000);
    expect(await undelivered()).toEqual([pushId]);
    expect(await world.push(pushId)).toEqual({ outcome: "applied" });
  });

  test("and later approvals on its record behind it, in the order of their approvals", async () => {
    const held = await onPage();
    const { proposal } = await world.propose(proposals.arNote());
    await world.decide(admin, proposal);
    const behind = await pushIdOf(proposal.id);
    const because = expect.stringContaining(`push ${held.pushId} on the same record goes first`);
    expect(await world.push(behind)).toMatchObject({ outcome: "waiting_its_turn", because });
    await grace.pass(8_000);
    expect(await world.push(held.pushId)).toEqual({ outcome: "applied" });
    expect(await world.push(behind)).toEqual({ outcome: "applied" });
  });

  test("and is still halted by a switch that was engaged meanwhile", async () => {
    const { pushId } = await onPage();
    const flip = (engaged: boolean) =>
      flipSwitch(world.owner, admin, { name: "ns_writes", engaged, reason: "a test" }, gateway);
    await flip(true);
    await grace.pass(8_000);
    expect(await world.push(pushId)).toMatchObject({ outcome: "halted" });
    await flip(false);
    expect(await world.push(pushId)).toEqual({ outcome: "applied" });
  });
});

describe("nothing waits", () => {
  test("for a decision on a page at L1, L4 or L5", async () => {
    const inputs = [proposals.noteAttachment(), proposals.creditLimit(), proposals.creditRevoke()];
    for (const input of inputs) {
      const { proposal } = await world.propose(input);
      const editToken = await mintEditToken(world, approver, proposal);
      const result = await world.decide(approver, proposal, { channel: "page", editToken });
      expect(result, `L${proposal.risk_level}`).toMatchObject({ outcome: "claimed", take_back_until: null });
      await grace.emptyQueue();
    }
  });

  test("for a decision by the API, in bulk, or under a standing authorisation", async () => {
    const one = await world.propose(proposals.arNote());
    expect(await world.decide(approver, one.proposal)).toMatchObject({ take_back_until: null });
    const two = (await world.propose(proposals.arNote({ entity_ref: "Riverbend Foods" }))).proposal;
    const items = [{ id: two.id, payload_hash: two.payload_hash }];
    await bulkDecide(approver, { decision: "approve", items }, gateway);
    await signForNotes(world, admin);
    const three = (await world.propose(proposals.noteAttachment())).proposal;
    for (const { id } of [one.proposal, two, three])
      expect(await world.push(await pushIdOf(id)), `#${id}`).toEqual({ outcome: "applied" });
  });
});

test("the job of a push sleeps to the very end of the grace, and writes in its second round", async () => {
  const { pushId } = await onPage();
  const done: string[] = [];
  const end = await deliverInRounds(
    {
      run: async (_id, push) => (done.push("round"), push()),
      sleep: async () => void done.push("sleep"),
      async sleepExactly(_id, ms) {
        done.push(`${ms} ms`);
        await grace.pass(ms);
      },
    },
    () => pushAction(tenantId, pushId, gateway),
  );
  expect(done).toEqual(["round", "8005 ms", "round"]);
  expect(end).toMatchObject({ outcome: "applied" });
});
