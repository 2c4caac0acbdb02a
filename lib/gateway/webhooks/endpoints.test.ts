import { describe, expect, test } from "vitest";
import { seedTenant, sqlState } from "@/db/testing/rows";
import { changeEndpointSchema, createEndpointSchema } from "@/lib/contract/settings/webhooks";
import {
  DELIVERY_STATES,
  DELIVERY_TRANSITIONS,
  type DeliveryState,
  WEBHOOK_EVENT_NAMES,
  WEBHOOK_LIMITS,
} from "@/lib/core/webhook/webhook";
import type { Person } from "@/lib/core/access/principal";
import { expectRefusal, pastEveryGuard } from "@/lib/gateway/testing/race";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { changeWebhookEndpoint } from "./change-endpoint";
import { readWebhookDeliveries, resendWebhook, testWebhookEndpoint } from "./deliveries";
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  readWebhookEndpoints,
  rotateWebhookSecret,
} from "./endpoints";
import { useWebhooks } from "./testing/use-webhooks";

const hooks = await useWebhooks();
const { world, owner, gateway, admin, create, deliver, deliveries, urlOf } = hooks;

test.each([
  ["http://hooks.example.com/", "https://"],
  ["https://127.0.0.1/", "no IP address"],
  ["https://2130706433/", "no IP address"],
  ["https://[::1]/", "no IP address"],
  ["https://8.8.8.8/", "no IP address"],
  ["https://localhost/", "public internet"],
  ["https://intranet/", "public internet"],
  ["https://db.internal/", "public internet"],
  ["https://user:pass@hooks.example.com/", "user name"],
  ["https://hooks.example.com:9000/", "port 443 or 8443"],
  ["https://hooks.example.com/#part", "#"],
  ["https://countersign.example.com/hook", "Countersign itself"],
  ["https://countersign.example.com:8443/hook", "Countersign itself"],
  ["ftp://hooks.example.com/", "https://"],
  ["hooks.example.com", "https://"],
  ["https://höoks.example.com/", "ASCII"],
])(
  "an address that may not be called is refused, and the field and the right form are named: %s",
  async (url, words) => {
    const person = await steppedUp(owner, admin, "create_webhook_endpoint", url);
    const input = { url, events: ["proposal.created" as const], description: "" };
    await expect(createWebhookEndpoint(person, input, gateway)).rejects.toMatchObject({
      code: "validation_failed",
      issues: [{ path: "url", message: expect.stringContaining(words) }],
    });
    const { id } = await create();
    await expect(changeWebhookEndpoint(admin, { id, url }, gateway)).rejects.toMatchObject({
      issues: [{ path: "url" }],
    });
    await deleteWebhookEndpoint(admin, id, gateway);
  },
);

test.each([
  ["no event", { events: [] }, "events"],
  ["an event that there is not", { events: ["proposal.touched"] }, "events.0"],
  ["an event without a list", { events: "proposal.created" }, "events"],
  ["a long description", { description: "x".repeat(201) }, "description"],
  ["no address", { url: "" }, "url"],
])("%s is refused by its field", (_, wrong, path) => {
  const right = { url: "https://hooks.example.com/", events: ["proposal.created"] };
  const { error } = createEndpointSchema.safeParse({ ...right, ...wrong });
  expect([...new Set(error?.issues.map((issue) => issue.path.join(".")))]).toEqual([path]);
});

test("an event that is named twice is kept once, and a change of nothing is none", () => {
  const twice = createEndpointSchema.parse({
    url: "u",
    events: ["run.failed", "proposal.created", "run.failed"],
  });
  expect(twice.events).toEqual(["proposal.created", "run.failed"]);
  expect(changeEndpointSchema.safeParse({}).success).toBe(false);
});

test("the secret is answered once and stored sealed: no list, no event and no row has it", async () => {
  const mine = await create();
  expect(mine.secret).toMatch(/^whsec_/);
  expect(mine.public_key).toMatch(/^whpk_/);
  const listed = JSON.stringify(await readWebhookEndpoints(admin, gateway));
  const [row] = await owner`SELECT to_jsonb(e)::text AS text FROM webhook_endpoints e WHERE id = ${mine.id}`;
  const events = await owner`
    SELECT body_text AS text FROM events WHERE entity_type = 'webhook_endpoint' AND entity_id = ${mine.id}`;
  for (const text of [listed, row!.text as string, ...events.map((event) => event.text as string)])
    expect(text).not.toContain(mine.secret.slice(6));
});

test("creating, rotating and another address need a session and a code for exactly that; events, words and the switch do not", async () => {
  const url = urlOf("needs-a-code");
  const input = { url, events: ["proposal.created" as const], description: "" };
  await expectRefusal(createWebhookEndpoint(admin, input, gateway), "session_required");
  const other = await steppedUp(owner, admin, "create_webhook_endpoint", urlOf("other"));
  await expectRefusal(createWebhookEndpoint(other, input, gateway), "step_up_invalid");
  const mine = await create();
  await expectRefusal(rotateWebhookSecret(admin, mine.id, gateway), "session_required");
  await expectRefusal(changeWebhookEndpoint(admin, { id: mine.id, url }, gateway), "session_required");
  const change = await steppedUp(owner, admin, "change_webhook_address", `${mine.id}:${url}`);
  expect(await changeWebhookEndpoint(change, { id: mine.id, url }, gateway)).toMatchObject({ url });
  const events = ["run.failed" as const];
  expect(
    await changeWebhookEndpoint(admin, { id: mine.id, events, description: "Runs", enabled: false }, gateway),
  ).toMatchObject({ events, description: "Runs", state: "disabled", disabled_because: "person", url });
  expect(await changeWebhookEndpoint(admin, { id: mine.id, enabled: true }, gateway)).toMatchObject({
    state: "enabled",
    disabled_at: null,
  });
});

test("a changed address is called with the same keys from the next attempt on", async () => {
  const mine = await create();
  await testWebhookEndpoint(admin, mine.id, gateway);
  const url = urlOf("moved");
  await changeWebhookEndpoint(
    await steppedUp(owner, admin, "change_webhook_address", `${mine.id}:${url}`),
    { id: mine.id, url },
    gateway,
  );
  await deliver();
  expect(hooks.received.map(({ path }) => path)).toContain("/moved");
  expect(hooks.gotBy(mine)).toEqual([]);
});

test("only administrators come this far, and another company's endpoint is not found", async () => {
  const { id } = await create();
  const delivery = await testWebhookEndpoint(admin, id, gateway);
  const stranger = await (await world.addTenant()).person("Otto", "admin");
  const verbs = [
    (by: Person) => changeWebhookEndpoint(by, { id, enabled: false }, gateway),
    (by: Person) => deleteWebhookEndpoint(by, id, gateway),
    (by: Person) => rotateWebhookSecret(by, id, gateway),
    (by: Person) => testWebhookEndpoint(by, id, gateway),
    (by: Person) => readWebhookDeliveries(by, { id, limit: 1 }, gateway),
    (by: Person) => resendWebhook(by, delivery.id, gateway),
  ];
  for (const person of [world.approver, world.viewer]) {
    await expectRefusal(readWebhookEndpoints(person, gateway), "not_allowed");
    for (const verb of verbs) await expectRefusal(verb(person), "not_allowed");
  }
  for (const verb of verbs) await expectRefusal(verb(stranger), "not_found");
  expect((await readWebhookEndpoints(stranger, gateway)).items).toEqual([]);
});

test("a deleted endpoint is gone from the list, gets nothing more, and its keys are deleted", async () => {
  const mine = await create();
  await testWebhookEndpoint(admin, mine.id, gateway);
  await deleteWebhookEndpoint(admin, mine.id, gateway);
  await deliver();
  expect(hooks.gotBy(mine)).toEqual([]);
  await expectRefusal(deliveries(mine.id), "not_found");
  const [row] = await owner`SELECT sealed FROM webhook_endpoints WHERE id = ${mine.id}`;
  expect(row!.sealed).toBeNull();
});

test("a company has twenty endpoints at most, without the deleted ones", async () => {
  const other = await world.addTenant();
  const by = await other.person("Olga", "admin");
  const endpoints = [];
  for (let count = 0; count < WEBHOOK_LIMITS.endpointsMax; count += 1)
    endpoints.push(await create(undefined, { by }));
  await expectRefusal(create(undefined, { by }), "too_many_endpoints");
  await deleteWebhookEndpoint(by, endpoints[0]!.id, gateway);
  await create(undefined, { by });
});

test("deliveries are listed by pages, newest first", async () => {
  const { id } = await create();
  for (let count = 0; count < 5; count += 1) await testWebhookEndpoint(admin, id, gateway);
  const first = await readWebhookDeliveries(admin, { id, limit: 3 }, gateway);
  const second = await readWebhookDeliveries(admin, { id, limit: 3, cursor: first.next_cursor! }, gateway);
  const ids = [...first.items, ...second.items].map((one) => one.id);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  expect([first.items.length, second.items.length, second.next_cursor]).toEqual([3, 2, null]);
});

test("the catalogue names every event that there is", async () => {
  const { catalogue } = await readWebhookEndpoints(admin, gateway);
  expect(catalogue.map(({ event }) => event)).toEqual(WEBHOOK_EVENT_NAMES);
});

describe("a delivery", () => {
  const columns: Record<DeliveryState, string> = {
    due: "next_at = now(), lease_until = NULL",
    sending: "lease_until = now(), next_at = NULL",
    delivered: "lease_until = NULL, next_at = NULL",
    failed: "lease_until = NULL, next_at = NULL",
  };
  test("goes from state to state as its table says, every pair", async () => {
    const { tenantId } = await seedTenant(world.db);
    const to = (state: DeliveryState) =>
      `UPDATE webhook_deliveries SET state = '${state}', ${columns[state]} WHERE tenant_id = ${tenantId}`;
    for (const before of DELIVERY_STATES)
      for (const after of DELIVERY_STATES.filter((state) => state !== before)) {
        await pastEveryGuard(world.superuser, (tx) => tx.unsafe(to(before)));
        const allowed = DELIVERY_TRANSITIONS[before].includes(after);
        expect(await sqlState(owner.unsafe(to(after))), `${before} → ${after}`).toBe(
          allowed ? null : "CS002",
        );
      }
  });
  test("says the same over all attempts: nobody changes its event, and nobody deletes it", async () => {
    const { tenantId } = await seedTenant(world.db);
    for (const change of [
      "subject_id = 1",
      "seq = 1",
      "event_type = 'x'",
      "webhook_id = 'evt_' || new_message_ref()",
    ])
      expect(
        await sqlState(owner.unsafe(`UPDATE webhook_deliveries SET ${change} WHERE tenant_id = ${tenantId}`)),
      ).toBe("CS001");
    expect(await sqlState(owner`DELETE FROM webhook_deliveries WHERE tenant_id = ${tenantId}`)).toBe("CS001");
  });
});
