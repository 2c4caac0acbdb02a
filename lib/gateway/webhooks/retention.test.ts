import { expect, test } from "vitest";
import { enforceTenantRetention } from "@/lib/gateway/controls/retention/enforce-retention";
import { pastEveryGuard } from "@/lib/gateway/testing/race";
import { changeWebhookEndpoint } from "./change-endpoint";
import { testWebhookEndpoint } from "./deliveries";
import { useWebhooks } from "./testing/use-webhooks";

const hooks = await useWebhooks();
const { world, owner, gateway, admin, tenantId, create, deliver } = hooks;

test("a delivery that has ended goes 30 days later, one that waits stays with its enabled endpoint, and nobody else's goes", async () => {
  const [mine, off] = [await create(["run.failed"]), await create(["run.failed"])];
  const other = await world.addTenant();
  const olga = await other.person("Olga", "admin");
  const theirs = await create(["run.failed"], { by: olga });
  const ping = async (id: number) => (await testWebhookEndpoint(admin, id, gateway)).id;
  const ended = await ping(mine.id);
  await testWebhookEndpoint(olga, theirs.id, gateway);
  await deliver();
  await deliver(other.tenantId);
  const [waiting, paused] = [await ping(mine.id), await ping(off.id)];
  await changeWebhookEndpoint(admin, { id: off.id, enabled: false }, gateway);
  const age = (days: number) =>
    pastEveryGuard(
      world.superuser,
      (
        tx,
      ) => tx`UPDATE webhook_deliveries SET occurred_at = clock_timestamp() - make_interval(hours => ${days * 24}),
        settled_at = CASE WHEN settled_at IS NOT NULL THEN clock_timestamp() - make_interval(hours => ${days * 24}) END`,
    );
  const left = async (of: number) =>
    (await owner`SELECT id FROM webhook_deliveries WHERE tenant_id = ${of} ORDER BY id`).map(({ id }) => id);
  await age(29);
  await enforceTenantRetention(tenantId, "test", gateway);
  expect(await left(tenantId)).toEqual([ended, waiting, paused]);
  await age(31);
  await enforceTenantRetention(tenantId, "test", gateway);
  expect(await left(tenantId)).toEqual([waiting]);
  expect(await left(other.tenantId)).toHaveLength(1);
});
