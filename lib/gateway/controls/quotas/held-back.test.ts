import { expect, test } from "vitest";
import { AppError } from "@/lib/core/errors";
import { hourOf } from "@/lib/core/action/held-back";
import { readHeldBack } from "@/lib/gateway/read/state/read-held-back";
import { readMetrics } from "@/lib/gateway/read/state/read-metrics";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { enforceTenantRetention } from "@/lib/gateway/controls/retention/enforce-retention";
import { countingHeldBack, flushHeldBack } from "./held-back";

const world = await useWorld();
const { gateway, owner, admin, tenantId, agent } = world;

const refuse = (code: "rate_limited" | "policy_denied", by = agent) =>
  expectRefusal(
    countingHeldBack(by, null, gateway, () => Promise.reject(new AppError(code, "No."))),
    code,
  );
const rows = () => owner`SELECT reason, count FROM held_back WHERE tenant_id = ${tenantId} ORDER BY reason`;

test("a thousand refusals are one row, and a refusal for what was asked is no part of it", async () => {
  for (let n = 0; n < 1_000; n += 1) await refuse("rate_limited");
  await refuse("policy_denied");
  await flushHeldBack(gateway);
  expect([...(await rows())]).toEqual([{ reason: "rate_limited", count: 1_000 }]);
  const { text } = await readMetrics(gateway);
  expect(text).toContain(`countersign_held_back{tenant="${tenantId}",reason="rate_limited"} 1000`);
});

test("counts that cannot be written wait for the next time", async () => {
  await owner`ALTER TABLE held_back RENAME TO held_back_away`;
  await refuse("rate_limited");
  await flushHeldBack(gateway);
  await owner`ALTER TABLE held_back_away RENAME TO held_back`;
  await refuse("rate_limited");
  await flushHeldBack(gateway);
  expect([...(await rows())]).toEqual([{ reason: "rate_limited", count: 1_002 }]);
});

test("another company sees nothing of it, and counts of more than thirty days ago are gone after the sweep", async () => {
  const stranger = await (await world.addTenant()).person("Sal", "admin");
  expect((await readHeldBack(stranger, gateway)).items).toEqual([]);
  const old = hourOf(new Date(Date.now() - 31 * 24 * 3_600_000));
  await owner`
    INSERT INTO held_back (tenant_id, agent_id, reason, hour, count, first_at, last_at)
    VALUES (${tenantId}, ${agent.agentId}, 'agent_paused', ${old}, 5, ${old}, ${old})`;
  await enforceTenantRetention(tenantId, "test", gateway);
  expect((await rows()).map(({ reason }) => reason as string)).toEqual(["rate_limited"]);
  expect((await readHeldBack(admin, gateway)).items).toMatchObject([{ reason: "rate_limited", day: 1_002 }]);
});
