import { beforeEach, describe, expect, test } from "vitest";
import { verifyWebhook as verifyBySdk } from "@countersign/sdk";
import { Webhook } from "standardwebhooks";
import { readOverview } from "@/lib/gateway/read/state/read-overview";
import { proposals } from "@/lib/gateway/testing/proposals";
import { changeWebhookEndpoint } from "./change-endpoint";
import { deliverEveryWebhook, deliverWebhooks } from "./deliver-webhooks";
import { resendWebhook, testWebhookEndpoint } from "./deliveries";
import { readWebhookEndpoints } from "./endpoints";
import { headersOf, useWebhooks } from "./testing/use-webhooks";

/** Deliveries to a receiver of its own over TLS. */

const hooks = await useWebhooks();
const {
  world,
  owner,
  gateway,
  admin,
  tenantId,
  state,
  create,
  deliver,
  deliveries,
  gotBy,
  isSignedBy,
  pass,
} = hooks;

beforeEach(async () => {
  await owner`UPDATE webhook_endpoints SET state = 'deleted', sealed = NULL, disabled_because = NULL, disabled_at = NULL`;
  hooks.reset();
});

const note = () => world.propose(proposals.arNote()).then(({ proposal }) => proposal);
const endpoint = async (id: number) =>
  (await readWebhookEndpoints(admin, gateway)).items.find((one) => one.id === id)!;

describe("a webhook", () => {
  test("names ids, a status, an address and a number, and arrives once", async () => {
    const mine = await create(["proposal.created", "proposal.approved"]);
    const proposal = await note();
    await world.decide(world.approver, proposal);
    await Promise.all(Array.from({ length: 20 }, () => deliver()));
    await deliver();
    const [created, approved, ...more] = gotBy(mine).toSorted((a, b) => a.event.data.seq - b.event.data.seq);
    expect(more).toEqual([]);
    expect(created!.event).toEqual({
      type: "proposal.created",
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      data: {
        id: proposal.id,
        status: "pending",
        url: expect.stringMatching(new RegExp(`/proposed-actions/${proposal.id}$`)),
        seq: expect.any(Number),
      },
    });
    expect(approved!.event).toMatchObject({
      type: "proposal.approved",
      data: { id: proposal.id, status: "approved" },
    });
    expect(Buffer.byteLength(approved!.body)).toBeLessThan(20_000);
    expect(created!.headers).toMatchObject({
      "content-type": "application/json",
      "user-agent": "Countersign",
    });
    expect(await deliveries(mine.id)).toMatchObject([
      { state: "delivered", attempts: 1, log: [{ outcome: "delivered", status: 204 }] },
      { state: "delivered", attempts: 1 },
    ]);
  });

  test("is verified by the SDK, by the package of the specification, and by its public key", async () => {
    const { secret, public_key: publicKey, ...mine } = await create();
    const proposal = await note();
    await deliver();
    const [one] = gotBy(mine);
    const headers = headersOf(one!);
    const { body } = one!;
    expect(await verifyBySdk({ body, headers, keys: secret, now: hooks.now() })).toMatchObject({
      id: headers["webhook-id"],
      type: "proposal.created",
      data: { id: proposal.id },
    });
    expect(await verifyBySdk({ body, headers, keys: publicKey!, now: hooks.now() })).toMatchObject({
      data: { id: proposal.id },
    });
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: "proposal.created" });
    const other = await create();
    for (const key of [other.secret, other.public_key!]) expect(isSignedBy(one!, key)).toBe(false);
    expect(headers["webhook-signature"].split(" ").map((part) => part.split(",")[0])).toEqual(["v1", "v1a"]);
  });

  test("goes to those that asked for its type, and to no endpoint of another company", async () => {
    const [all, none] = [await create(), await create(["proposal.rejected"])];
    const other = await world.addTenant();
    const theirAdmin = await other.person("Otto", "admin");
    const theirs = await create(["proposal.created"], { by: theirAdmin });
    const theirAgent = await other.agent("their-agent");
    const mine = await note();
    const { proposal: their } = await world.propose(proposals.arNote(), theirAgent);
    await deliverEveryWebhook(gateway);
    expect(gotBy(all).map(({ event }) => event.data.id)).toEqual([mine.id]);
    expect(gotBy(theirs).map(({ event }) => event.data.id)).toEqual([their.id]);
    expect(gotBy(none)).toEqual([]);
    expect((await readWebhookEndpoints(theirAdmin, gateway)).items.map(({ id }) => id)).toEqual([theirs.id]);
    await expect(deliveries(theirs.id)).rejects.toMatchObject({ code: "not_found" });
    const [delivery] = await deliveries(theirs.id, theirAdmin);
    await expect(resendWebhook(admin, delivery!.id, gateway)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("an endpoint that does not take it", () => {
  test.each([
    ["fails", { status: 500 }, { outcome: "answered", status: 500 }],
    ["redirects", { status: 302, headers: { location: "https://hooks.example.com/" } }, { status: 302 }],
    ["refuses", { status: 404 }, { outcome: "answered", status: 404 }],
    ["cuts the line", "cut" as const, { outcome: "unknown", why: "reset" }],
  ])("%s: it is sent again after 5 seconds, under the same id and a new time", async (_, answer, attempt) => {
    const mine = await create();
    await note();
    state.answer = () => answer;
    expect(await deliver()).toMatchObject({ handled: 1 });
    expect(await deliver()).toMatchObject({ handled: 0 });
    const [waiting] = await deliveries(mine.id);
    expect(waiting).toMatchObject({ state: "due", attempts: 1, log: [attempt] });
    state.answer = () => null;
    pass(4);
    await deliver();
    expect(gotBy(mine)).toHaveLength(1);
    pass(2);
    await deliver();
    const [first, second] = gotBy(mine).map(headersOf);
    expect(second!["webhook-id"]).toBe(first!["webhook-id"]);
    expect(Number(second!["webhook-timestamp"])).toBeGreaterThan(Number(first!["webhook-timestamp"]));
    expect(gotBy(mine)[1]!.body).toBe(gotBy(mine)[0]!.body);
    expect(isSignedBy(gotBy(mine)[1]!, mine.secret)).toBe(true);
    expect(await deliveries(mine.id)).toMatchObject([{ state: "delivered", attempts: 2 }]);
  });

  test("asks for patience: it gets it", async () => {
    const mine = await create();
    await note();
    state.answer = () => ({ status: 503, headers: { "retry-after": "90" } });
    await deliver();
    pass(80);
    await deliver();
    expect(gotBy(mine)).toHaveLength(1);
    pass(11);
    await deliver();
    expect(gotBy(mine)).toHaveLength(2);
  });

  test("never takes it: ten attempts over three days and three hours, then no more; a person has it sent again", async () => {
    const mine = await create();
    await note();
    state.answer = () => ({ status: 500, body: "their secret words" });
    const waits = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
    for (const [index, seconds] of waits.entries()) {
      pass(seconds + 1);
      await deliver();
      expect(gotBy(mine), `attempt ${index + 1}`).toHaveLength(index + 1);
    }
    pass(1_000_000);
    await deliver();
    expect(gotBy(mine)).toHaveLength(10);
    const [given] = await deliveries(mine.id);
    expect(given).toMatchObject({ state: "failed", attempts: 10, next_attempt_at: null });
    const [row] =
      await owner`SELECT to_jsonb(d)::text AS text FROM webhook_deliveries d WHERE id = ${given!.id}`;
    expect(row!.text).not.toContain("secret words");
    state.answer = () => null;
    await resendWebhook(admin, given!.id, gateway);
    await deliver();
    expect(headersOf(gotBy(mine)[10]!)["webhook-id"]).toBe(given!.webhook_id);
    expect(await deliveries(mine.id)).toMatchObject([{ state: "delivered", attempts: 1 }]);
    expect(await endpoint(mine.id)).toMatchObject({ state: "enabled", failing_since: null });
  });

  test("is gone: it is disabled at once, the ledger and the other endpoints hear of it, and what waits goes on when a person enables it", async () => {
    const [mine, watcher] = [await create(), await create(["endpoint.disabled"])];
    await note();
    state.answer = ({ path }) => (path === mine.path ? { status: 410 } : null);
    await deliver();
    expect(await endpoint(mine.id)).toMatchObject({ state: "disabled", disabled_because: "gone" });
    const disabledAsSeenBy = async (by: typeof admin) => (await readOverview(by, gateway)).disabled_webhooks;
    expect(await disabledAsSeenBy(admin)).toEqual([new URL(mine.url).host]);
    expect(await disabledAsSeenBy(world.approver)).toEqual([]);
    await note();
    await deliver();
    expect(gotBy(mine)).toHaveLength(1);
    expect(gotBy(watcher).map(({ event }) => event)).toMatchObject([
      { type: "endpoint.disabled", data: { id: mine.id, status: "disabled" } },
    ]);
    const events = await owner`
      SELECT event_type AS type, actor_kind AS by FROM events
      WHERE entity_type = 'webhook_endpoint' AND entity_id = ${mine.id} ORDER BY seq`;
    expect(events).toEqual([
      { type: "webhook_endpoint.created", by: "person" },
      { type: "webhook_endpoint.disabled", by: "system" },
    ]);
    await expect(testWebhookEndpoint(admin, mine.id, gateway)).rejects.toMatchObject({ code: "not_live" });
    state.answer = () => null;
    await changeWebhookEndpoint(admin, { id: mine.id, enabled: true }, gateway);
    expect(await disabledAsSeenBy(admin)).toEqual([]);
    await note();
    await deliver();
    expect(gotBy(mine)).toHaveLength(2);
  });

  test("fails for 120 hours and nothing else: it is disabled; one success in between begins the count anew", async () => {
    const mine = await create();
    const failOnce = async () => {
      await note();
      state.answer = () => ({ status: 500 });
      await deliver();
    };
    await failOnce();
    pass(100 * 3_600);
    state.answer = () => null;
    await note();
    await deliver();
    expect(await endpoint(mine.id)).toMatchObject({ failing_since: null });
    await failOnce();
    pass(119 * 3_600);
    await failOnce();
    expect(await endpoint(mine.id)).toMatchObject({ state: "enabled" });
    pass(2 * 3_600);
    await deliver();
    expect(await endpoint(mine.id)).toMatchObject({ state: "disabled", disabled_because: "failing" });
  });

  test("hangs: it delays no other endpoint, and its outcome is unknown", async () => {
    const [hanging, other] = [await create(), await create()];
    await note();
    state.answer = ({ path }) => (path === hanging.path ? "hang" : null);
    const rings: (() => void)[] = [];
    const sender = hooks.senderWith({
      setAlarm: (afterMs, ring) => {
        expect(afterMs).toBe(15_000);
        rings.push(ring);
        return () => {};
      },
    });
    const under = deliverWebhooks(tenantId, { ...gateway, sender });
    await expect
      .poll(async () => (await deliveries(other.id))[0]?.state, { interval: 20, timeout: 30_000 })
      .toBe("delivered");
    expect(await deliveries(hanging.id)).toMatchObject([{ state: "sending" }]);
    await expect.poll(() => gotBy(hanging).length, { timeout: 30_000 }).toBe(1);
    for (const ring of rings) ring();
    await under;
    expect(await deliveries(hanging.id)).toMatchObject([
      { state: "due", log: [{ outcome: "unknown", why: "timeout" }] },
    ]);
  });
});

test("a ping goes to an endpoint whatever it asked for", async () => {
  const mine = await create(["run.failed"]);
  await testWebhookEndpoint(admin, mine.id, gateway);
  await deliver();
  expect(gotBy(mine).map(({ event }) => event)).toMatchObject([
    { type: "ping", data: { id: mine.id, status: "enabled" } },
  ]);
});
