import { beforeEach, describe, expect, test } from "vitest";
import type { Gateway, OutgoingEvent } from "./context";
import { afterCommitsDone } from "./after-commit";
import { dispatchEveryOutbox, dispatchOutbox } from "./dispatch-outbox";
import { approve } from "./testing/deliver";
import { proposals } from "./testing/proposals";
import { until } from "./testing/race";
import { useWorld } from "./testing/use-world";

let accepted: OutgoingEvent[];
let carrier: Gateway;
let isUp: boolean;
// Nothing is sent automatically: events stay in the outbox until a test sends them.
const world = await useWorld({ gateway: { sendEvents: null } });
const { owner, tenantId } = world;
const quiet = world.gateway;
beforeEach(async () => {
  await owner`UPDATE outbox SET sent_at = now() WHERE sent_at IS NULL`;
  accepted = [];
  isUp = true;
  carrier = {
    ...quiet,
    sendEvents: async (events) => {
      if (!isUp) throw new Error("nobody answers");
      accepted.push(...events);
    },
  };
});

const rowsOf = (actionId: number) => owner`
  SELECT event_id, sent_at, attempts, last_error FROM outbox WHERE (body_json ->> 'action_id')::bigint = ${actionId} ORDER BY id`;
const makeDue = () =>
  owner`UPDATE outbox SET next_attempt_at = now() - interval '1 second' WHERE sent_at IS NULL`;

test("an event is written with the change that causes it, and only what was accepted counts as sent", async () => {
  const { proposal } = await world.propose(proposals.arNote());
  expect(await rowsOf(proposal.id)).toMatchObject([
    { event_id: `action-${proposal.id}-proposed`, sent_at: null },
  ]);
  expect(await dispatchOutbox(tenantId, carrier)).toBe(1);
  expect(accepted).toEqual([
    {
      id: `t${tenantId}-action-${proposal.id}-proposed`,
      name: "hitl.proposed",
      data: { tenant_id: tenantId, action_id: proposal.id },
    },
  ]);
  expect(await rowsOf(proposal.id)).toMatchObject([{ sent_at: expect.any(Date) }]);
  expect(await dispatchOutbox(tenantId, carrier)).toBe(0);
});

test("a failed send keeps the row with its error; it goes again under the same event id, and not at once", async () => {
  const { proposal } = await world.propose(proposals.arNote());
  isUp = false;
  await expect(dispatchOutbox(tenantId, carrier)).rejects.toThrow("nobody answers");
  expect(await rowsOf(proposal.id)).toMatchObject([
    { sent_at: null, attempts: 1, last_error: "nobody answers" },
  ]);
  isUp = true;
  expect(await dispatchOutbox(tenantId, carrier), "left to its sender").toBe(0);
  await makeDue();
  expect(await dispatchOutbox(tenantId, carrier)).toBe(1);
  expect(accepted.map((event) => event.id)).toEqual([`t${tenantId}-action-${proposal.id}-proposed`]);
  expect(await rowsOf(proposal.id)).toMatchObject([
    { sent_at: expect.any(Date), attempts: 2, last_error: null },
  ]);
});

test("eight dispatchers at once send every event exactly once", async () => {
  const results = await Promise.all(Array.from({ length: 30 }, () => world.propose(proposals.arNote())));
  await Promise.all(Array.from({ length: 8 }, () => dispatchOutbox(tenantId, carrier)));
  expect(accepted.map((event) => event.id).sort()).toEqual(
    results.map(({ proposal }) => `t${tenantId}-action-${proposal.id}-proposed`).sort(),
  );
});

test("a push is requested before anybody is told of its approval, and stays sent where the telling fails", async () => {
  const { proposal } = await world.propose(proposals.arNote());
  await approve(world, proposal);
  const requests: string[][] = [];
  const deafToNews: Gateway = {
    ...quiet,
    sendEvents: async (events) => {
      requests.push(events.map(({ name }) => name).sort());
      if (requests.length > 1) throw new Error("nobody answers");
    },
  };
  await expect(dispatchOutbox(tenantId, deafToNews)).rejects.toThrow("nobody answers");
  expect(requests).toEqual([["ns-push.requested"], ["hitl.approved", "hitl.proposed"]]);
  const unsent = await owner`SELECT event_name FROM outbox WHERE sent_at IS NULL ORDER BY id`;
  expect(unsent.map((row) => row.event_name)).toEqual(["hitl.proposed", "hitl.approved"]);
});

test("every push is requested before any other event goes, however many events wait before it", async () => {
  await owner`
    INSERT INTO outbox (tenant_id, event_name, event_id, body_json)
    SELECT ${tenantId}, 'hitl.proposed', 'before-' || n, '{}' FROM generate_series(1, 150) AS n`;
  const { proposal } = await world.propose(proposals.arNote());
  await approve(world, proposal);
  expect(await dispatchOutbox(tenantId, carrier)).toBe(153);
  expect(accepted.map(({ name }) => name).indexOf("ns-push.requested")).toBe(0);
  expect(new Set(accepted.map(({ id }) => id)).size).toBe(153);
  expect(await owner`SELECT 1 FROM outbox WHERE sent_at IS NULL`).toHaveLength(0);
});

describe("the request of a push that a person approves", () => {
  const ofPush = (actionId: number) => owner`
    SELECT o.event_id, o.sent_at, o.attempts, o.last_error, o.next_attempt_at > clock_timestamp() AS is_kept
    FROM outbox o JOIN ns_pending_pushes p ON o.event_id = 'push-' || p.id || '-round-0'
    WHERE p.action_id = ${actionId}`;
  const decideBy = (gateway: Gateway, proposal: { id: number; payload_hash: string }) =>
    world.decide(world.approver, proposal, {}, gateway);

  test("leaves before the approval is answered, is kept from every other sender, and is noted with the rest", async () => {
    const { proposal } = await world.propose(proposals.arNote());
    await decideBy(carrier, proposal);
    const [row] = await ofPush(proposal.id);
    expect(accepted.map(({ id }) => id)).toEqual([`t${tenantId}-${row!.event_id}`]);
    expect(accepted[0]).toMatchObject({ name: "ns-push.requested", data: { tenant_id: tenantId } });
    expect(row).toMatchObject({ attempts: 1, is_kept: true });
    await afterCommitsDone(carrier);
    expect(accepted.map(({ name }) => name).sort()).toEqual([
      "hitl.approved",
      "hitl.proposed",
      "ns-push.requested",
    ]);
    expect(await owner`SELECT 1 FROM outbox WHERE sent_at IS NULL`).toHaveLength(0);
  });

  test("is sent by the sweep, under the same event id, where this process could not send it", async () => {
    const { proposal } = await world.propose(proposals.arNote());
    isUp = false;
    await decideBy(carrier, proposal);
    await afterCommitsDone(carrier);
    expect(await ofPush(proposal.id)).toMatchObject([
      { sent_at: null, attempts: 1, last_error: "nobody answers" },
    ]);
    isUp = true;
    await makeDue();
    await dispatchOutbox(tenantId, carrier);
    const [row] = await ofPush(proposal.id);
    expect(row).toMatchObject({ sent_at: expect.any(Date), attempts: 2 });
    expect(accepted.map(({ id }) => id)).toContain(`t${tenantId}-${row!.event_id}`);
  });

  test("waits for the next sender where this process sends nothing", async () => {
    const { proposal } = await world.propose(proposals.arNote());
    await decideBy(quiet, proposal);
    expect(await ofPush(proposal.id)).toMatchObject([{ attempts: 0, is_kept: false }]);
  });
});

test("a change that is rolled back leaves no event behind", async () => {
  const [before] = await owner`SELECT count(*)::int AS n FROM outbox`;
  await world.propose(proposals.bidPrice("1.43", "9.99")).catch(() => undefined);
  expect(await owner`SELECT count(*)::int AS n FROM outbox`).toEqual([before]);
});

describe("the sweep", () => {
  test("goes on with the next tenant when one fails", async () => {
    const other = await world.addTenant();
    const agent = await other.agent("agent");
    const { proposal: mine } = await world.propose(proposals.arNote());
    const { proposal: theirs } = await world.propose(proposals.arNote(), agent);
    const picky: Gateway = {
      ...quiet,
      sendEvents: async (events) => {
        if (events.some((event) => event.data.tenant_id === tenantId)) throw new Error("not this one");
        accepted.push(...events);
      },
    };
    expect(await dispatchEveryOutbox(picky)).toEqual({ sent: 1, failed: 1 });
    expect(accepted.map((event) => event.id)).toEqual([`t${other.tenantId}-action-${theirs.id}-proposed`]);
    await makeDue();
    expect(await dispatchEveryOutbox(carrier)).toEqual({ sent: 1, failed: 0 });
    expect(accepted.at(-1)!.id).toBe(`t${tenantId}-action-${mine.id}-proposed`);
  });
});

test("after a commit the fast path sends by itself; when it fails the verb does not", async () => {
  isUp = false;
  quiet.sendEvents = carrier.sendEvents;
  try {
    const { proposal } = await world.propose(proposals.arNote());
    await until("the fast path's failure", async () => (await rowsOf(proposal.id))[0]!.last_error !== null);
    isUp = true;
    const { proposal: next } = await world.propose(proposals.arNote());
    await until("the fast path", async () => (await rowsOf(next.id))[0]!.sent_at !== null);
    expect(accepted.map((event) => event.id)).toContain(`t${tenantId}-action-${next.id}-proposed`);
  } finally {
    quiet.sendEvents = null;
  }
});
