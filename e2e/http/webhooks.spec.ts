import type { InputOf } from "@/lib/operations";
import { call, callInSession, succeed } from "../support/http/call";
import { expectStatus } from "../support/http/request";
import { foundOtherTenant } from "../support/people/other-tenant";
import { expectNothingWritten, expectProblem } from "../support/http/refusal";
import { expect, test } from "../support/test";
import { createEndpoint } from "../support/http/webhooks";

/** Endpoints over HTTP: refusals that name the field, and a ping from request to attempt. */

const right = { url: "https://hooks.example.com/", events: ["proposal.created"] } as const;
const rows: [variant: string, wrong: object, field: string][] = [
  ["http", { url: "http://hooks.example.com/" }, "url"],
  ["an IP address", { url: "https://10.0.0.1/" }, "url"],
  ["this machine", { url: "https://localhost/" }, "url"],
  ["a password in it", { url: "https://a:b@hooks.example.com/" }, "url"],
  ["another port", { url: "https://hooks.example.com:22/" }, "url"],
  ["an address that is none", { url: "hooks" }, "url"],
  ["an address that is a number", { url: 7 }, "url"],
  ["no event", { events: [] }, "events"],
  ["an event that there is not", { events: ["proposal.touched"] }, "events[0]"],
  ["a secret of its own", { secret: "whsec_x" }, "secret"],
  ["a long description", { description: "x".repeat(201) }, "description"],
];
for (const [variant, wrong, field] of rows) {
  test(`an endpoint with ${variant} is answered 422 and names ${field}`, async () => {
    const input = { ...right, ...wrong } as unknown as InputOf<"createWebhookEndpoint">;
    await expectNothingWritten(async () => {
      expectProblem(await callInSession("createWebhookEndpoint", "admin", input), "validation_failed", field);
    });
  });
}

test("an endpoint is created, listed without its secret, pinged, its delivery sent again, and deleted", async () => {
  const { secret, id, public_key: publicKey } = await createEndpoint();
  expect([secret, publicKey]).toEqual([expect.stringMatching(/^whsec_/), expect.stringMatching(/^whpk_/)]);
  const listed = await succeed("readWebhookEndpoints", "admin", {});
  expect(JSON.stringify(listed)).not.toContain(secret);
  expect(listed.catalogue.map(({ event }) => event)).toContain("proposal.applied");
  const ping = await succeed("testWebhookEndpoint", "admin", { id });
  expect(ping).toMatchObject({ type: "ping", subject: { id } });
  await expect
    .poll(async () => (await succeed("readWebhookDeliveries", "admin", { id })).items[0]!.log.length)
    .toBeGreaterThan(0);
  expect(await succeed("resendWebhook", "admin", { id: ping.id })).toMatchObject({
    webhook_id: ping.webhook_id,
  });
  const { adminToken } = await foundOtherTenant();
  for (const name of ["testWebhookEndpoint", "deleteWebhookEndpoint", "readWebhookDeliveries"] as const)
    expectProblem(await call(name, { token: adminToken }, { id }), "not_found");
  expectProblem(await call("resendWebhook", { token: adminToken }, { id: ping.id }), "not_found");
  expectStatus(await call("deleteWebhookEndpoint", "admin", { id }), 200);
  expectProblem(await call("readWebhookDeliveries", "admin", { id }), "not_found");
});
