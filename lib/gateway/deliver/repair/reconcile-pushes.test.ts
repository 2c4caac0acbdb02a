import { beforeEach, expect, test } from "vitest";
import { inTenant } from "@/db/client";
import { listUndelivered, requestDelivery } from "@/db/queries/pushes/push-delivery";
import { proposeAndApprove } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useWorld } from "@/lib/gateway/testing/use-world";

/** Which pushes reconciliation requests once more. */

const world = await useWorld();
const { tenantId, gateway } = world;
const undelivered = async (limit = 100) =>
  (await inTenant(gateway.database, tenantId, (tx) => listUndelivered(tx, tenantId, limit))).map(
    ({ id }) => id,
  );
const request = (id: number) =>
  inTenant(gateway.database, tenantId, (tx) => requestDelivery(tx, tenantId, id));

const noteOn = async (customer: string) =>
  (await proposeAndApprove(world, proposals.arNote({ entity_ref: customer }))).pushId;
/** NetSuite could not be read when it was proposed, so that it may write to any customer. */
const unread = async () => {
  await world.account.fault("service_unavailable", { op: "read" });
  return (await proposeAndApprove(world, proposals.creditLimit(61_000, { entity_ref: "Coastal Pantry" })))
    .pushId;
};

beforeEach(async () => {
  await world.owner`UPDATE ns_pending_pushes SET status = 'cancelled', ended_at = now() WHERE status = 'queued'`;
});

test("reconciliation requests the first push of each record, and none that waits behind another", async () => {
  const first = await noteOn("Driscoll's");
  await noteOn("Driscoll's");
  const other = await noteOn("Coastal Pantry");
  expect(await undelivered()).toEqual([first, other]);
});

test("reconciliation requests no push behind one whose record could not be read, and those of other families all the same", async () => {
  const before = await noteOn("Driscoll's");
  const blind = await unread();
  await noteOn("Driscoll's");
  await noteOn("Coastal Pantry");
  const { pushId: item } = await proposeAndApprove(world, proposals.adjustment("1"));
  expect(await undelivered()).toEqual([before, item]);
  await world.push(before);
  // The blind one was requested as the first settled.
  expect(await undelivered()).toEqual([item, blind]);
});

test("pushes that were requested again and again crowd out no push that was not", async () => {
  const [halted, lost] = [await noteOn("Driscoll's"), await noteOn("Coastal Pantry")];
  expect(await undelivered(1)).toEqual([halted]);
  await request(halted);
  expect(await undelivered(1)).toEqual([lost]);
  await request(lost);
  expect(await undelivered(1)).toEqual([halted]);
});
