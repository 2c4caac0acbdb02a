import postgres from "postgres";
import { expect, test } from "vitest";
import { proposeAndApprove } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { cacheInvalidation } from "@/lib/subscribers/cache-invalidation";
import { customerHealth } from "@/lib/subscribers/customer-health";
import { notifySubscriber } from "./notify-subscriber";
import { resendUnhandledEvents } from "./resend-unhandled-events";

// Nothing is sent automatically: the tests say when Inngest took an event.
const world = await useWorld({ gateway: { sendEvents: null } });
const { owner, tenantId, gateway } = world;

const resend = async () => (await resendUnhandledEvents(gateway)).resent;
const waiting = async () => {
  const rows = await owner`SELECT event_id FROM outbox WHERE sent_at IS NULL ORDER BY id`;
  return rows.map((row) => row.event_id as string);
};
const letPass = (minutes: number) =>
  owner`UPDATE outbox SET sent_at = sent_at - make_interval(mins => ${minutes}) WHERE sent_at IS NOT NULL`;
/** Inngest takes all that waits; that was this many minutes ago. */
async function takenBefore(minutes: number) {
  await owner`UPDATE outbox SET sent_at = clock_timestamp() WHERE sent_at IS NULL`;
  await letPass(minutes);
}
const handleAll = async (id: number) => {
  for (const subscriber of [customerHealth, cacheInvalidation])
    await notifySubscriber(subscriber, tenantId, id, gateway);
};

test("an event that Inngest took and lost is sent again, under new ids, after 10, 40, 160 and 640 minutes", async () => {
  const { id } = await proposeAndApprove(world, proposals.creditLimit(61_000));
  await takenBefore(9);
  expect(await resend(), "it may still be on its way").toBe(0);
  await letPass(2);
  for (const [sendings, wait] of [40, 160, 640].entries()) {
    expect(await resend()).toBe(1);
    expect(await waiting()).toEqual([`hitl.approved-${id}-again-${sendings + 1}`]);
    expect(await resend(), "it waits in the outbox already").toBe(0);
    await takenBefore(wait - 1);
    expect(await resend(), "it may still be on its way").toBe(0);
    await letPass(2);
  }
  expect(await resend()).toBe(1);
  await takenBefore(300);
  expect(await resend(), "four times were enough").toBe(0);
  await letPass(400);
  expect(await resend(), "its first sending is more than a day ago").toBe(0);
});

test("an event of more than a day ago is not sent again", async () => {
  await proposeAndApprove(world, proposals.creditLimit(63_000));
  await takenBefore(24 * 60 + 1);
  expect(await resend()).toBe(0);
});

test("an event is sent again with the ids of its action alone, and reaches its subscriber once", async () => {
  const { id } = await proposeAndApprove(world, proposals.creditLimit(62_000));
  await takenBefore(11);
  expect(await resend()).toBe(1);
  const [row] = await owner`SELECT event_name, body_json FROM outbox WHERE sent_at IS NULL`;
  expect(row).toEqual({ event_name: "hitl.approved", body_json: { tenant_id: tenantId, action_id: id } });
  expect(await notifySubscriber(customerHealth, tenantId, id, gateway)).toMatch(/^Kept for /);
  expect(await notifySubscriber(customerHealth, tenantId, id, gateway)).toBeNull();
  await takenBefore(60);
  expect(await resend(), "it was handled").toBe(0);
});

test("events that were handled, also with nothing to do, and those that nobody follows are not sent again", async () => {
  const note = await proposeAndApprove(world, proposals.arNote());
  await world.push(note.pushId);
  await handleAll(note.id);
  await takenBefore(60);
  expect(await resend()).toBe(0);
});

test("a write's event is sent again until its cache was raised", async () => {
  const { id, pushId } = await proposeAndApprove(world, proposals.bidPrice("1.43"));
  expect(await world.push(pushId)).toEqual({ outcome: "applied" });
  await notifySubscriber(customerHealth, tenantId, id, gateway);
  await takenBefore(11);
  expect(await resend()).toBe(1);
  expect(await waiting()).toEqual([`hitl.applied-${id}-again-1`]);
});

test("an event in the outbox that names no action keeps no other from being sent again", async () => {
  await takenBefore(60 * 24);
  await proposeAndApprove(world, proposals.creditLimit(64_000));
  const app = postgres(world.db.urls.app, { max: 1, onnotice: () => {} });
  await app.begin(async (tx) => {
    await tx`SELECT set_config('app.tenant_id', ${String(tenantId)}, true)`;
    await tx`INSERT INTO outbox (tenant_id, event_name, event_id, body_json)
      VALUES (${tenantId}, 'hitl.approved', 'x', '{"action_id": "x"}')`;
  });
  await app.end();
  await takenBefore(11);
  expect(await resend()).toBe(1);
});
