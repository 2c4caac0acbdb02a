import { expect, test } from "vitest";
import { inTenant } from "@/db/client";
import { insertPolicy } from "@/db/queries/actions/policies";
import { useTestDatabase } from "@/db/testing/use-test-database";
import { activePolicy, askPush, installDefaultPolicy, policyEngineOf } from "./active-policy";
import { policyHash } from "./engine";

const testDatabase = await useTestDatabase();
const facts = {
  tenantId: 1,
  actionType: "ar_note",
  riskLevel: 2,
  impactCents: null,
  onBehalfOfUserId: null,
  agentName: "ar",
  approverCount: 1,
};

async function newTenant(slug: string): Promise<number> {
  const [row] =
    await testDatabase.owner`INSERT INTO tenants (slug, name) VALUES (${slug}, ${slug}) RETURNING id`;
  return row!.id;
}

test("a tenant without a policy may do nothing, whatever its neighbour may", async () => {
  const [bare, equipped] = [await newTenant("bare"), await newTenant("equipped")];
  await inTenant(testDatabase.database, equipped, (tx) => installDefaultPolicy(tx, equipped, "set-up"));
  expect(askPush(await activePolicy(bare, testDatabase.database), { facts })).toMatchObject({
    effect: "deny",
    version: 0,
  });
  expect(askPush(await activePolicy(equipped, testDatabase.database), { facts })).toMatchObject({
    effect: "permit",
    version: 1,
  });
});

test("a new version binds the very next question", async () => {
  const tenantId = await newTenant("tightened");
  const { database } = testDatabase;
  await inTenant(database, tenantId, (tx) => installDefaultPolicy(tx, tenantId, "set-up"));
  expect(askPush(await activePolicy(tenantId, database), { facts }).effect).toBe("permit");
  const text = '@id("stop-everything") forbid (principal, action, resource);';
  const hash = policyHash(text);
  await inTenant(database, tenantId, (tx) =>
    insertPolicy(tx, { tenantId, hash, text, note: "", createdByLabel: "Ada" }),
  );
  expect(askPush(await activePolicy(tenantId, database), { facts })).toEqual({
    effect: "deny",
    rule: "stop-everything",
    version: 2,
    hash,
  });
});

test("installing the shipped policy twice leaves one version", async () => {
  const tenantId = await newTenant("twice");
  const install = () =>
    inTenant(testDatabase.database, tenantId, (tx) => installDefaultPolicy(tx, tenantId, "set-up"));
  expect([(await install()).version, (await install()).version]).toEqual([1, 1]);
});

test("a row whose text was changed behind our back denies everything", async () => {
  const tenantId = await newTenant("tampered");
  const row = await inTenant(testDatabase.database, tenantId, (tx) =>
    installDefaultPolicy(tx, tenantId, "set-up"),
  );
  const engine = policyEngineOf(tenantId, {
    ...row,
    text: '@id("open") permit (principal, action, resource);',
  });
  expect(askPush(engine, { facts })).toMatchObject({ effect: "deny", rule: "policy-unreadable" });
});
