import { expect, test } from "vitest";
import { inTenant } from "@/db/client";
import { listAgents } from "@/lib/gateway/access/agents/list-agents";
import { companyOf } from "@/lib/gateway/access/found-company";
import { rotateAgentKey } from "@/lib/gateway/access/agents/agent-changes";
import { confirmOpenRecovery } from "@/lib/gateway/testing/people/confirmations";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { readStanding } from "@/db/queries/people/standing";
import { resetSecondFactor } from "./person-changes";
import { warnWithoutSteward } from "./warn-without-steward";

const world = await useWorld();
const { gateway, owner, tenantId, approver, admin } = world;
const company = companyOf(owner, { tenantId, slug: admin.tenantSlug, name: admin.tenantName });
const standingOf = (userId: number) =>
  inTenant(gateway.database, tenantId, (tx) => readStanding(tx, tenantId, userId));
const nothing = { recoveringUntil: null, newInOfficeUntil: null };

test("a person learns who gave them new credentials and until when, and no more once another confirms", async () => {
  const other = await company.addPerson({ name: "Stella", role: "steward" });
  expect(await standingOf(approver.userId)).toMatchObject(nothing);
  const step = await steppedUp(owner, admin, "reset_second_factor", approver.userId);
  await resetSecondFactor(step, approver.userId, gateway);
  const standing = (await standingOf(approver.userId))!;
  expect(standing).toMatchObject({ recoveredBy: admin.name, newInOfficeUntil: null });
  expect(Date.parse(standing.recoveringUntil!) - Date.parse(standing.recoveredAt!)).toBe(24 * 3_600_000);
  await confirmOpenRecovery(world, other, approver.userId);
  expect(await standingOf(approver.userId)).toMatchObject(nothing);
});

test("somebody new in office learns when their vote counts, unless nobody is longer in office", async () => {
  const fresh = await company.addPerson({ name: "Fran", role: "approver" });
  await owner`UPDATE memberships SET in_office_since = now() - interval '1 hour'
    WHERE tenant_id = ${tenantId} AND user_id = ${fresh.userId}`;
  expect((await standingOf(fresh.userId))!.newInOfficeUntil).not.toBeNull();
  await owner`UPDATE memberships SET in_office_since = now() WHERE tenant_id = ${tenantId}`;
  expect(await standingOf(fresh.userId)).toMatchObject(nothing);
  await owner`UPDATE memberships SET in_office_since = NULL WHERE tenant_id = ${tenantId}`;
});

test("an agent is listed with everybody who made or rotated its key", async () => {
  const [agent] = await listAgents(admin, gateway);
  expect(agent!.key_makers).toEqual([]);
  const step = await steppedUp(owner, admin, "rotate_agent_key", agent!.id);
  await rotateAgentKey(step, { id: agent!.id, graceHours: 0 }, gateway);
  expect((await listAgents(admin, gateway))[0]!.key_makers).toEqual([admin.name]);
});

test("a tenant of three people or more without a steward is warned of, and one with a steward is not", async () => {
  const before = await warnWithoutSteward(gateway);
  await owner`UPDATE memberships SET role = 'viewer' WHERE tenant_id = ${tenantId} AND role = 'steward'`;
  expect(await warnWithoutSteward(gateway)).toBe(before + 1);
});
