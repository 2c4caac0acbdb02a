import { expect, test } from "vitest";
import { inTenant } from "@/db/client";
import { insertPolicy } from "@/db/queries/actions/policies";
import { insertTenant } from "@/db/seed/tenant";
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

const { database, owner } = testDatabase;
const newTenant = (slug: string) => insertTenant(owner, { slug, name: slug });
const install = (tenantId: number) =>
  inTenant(database, tenantId, (tx) => installDefaultPolicy(tx, tenantId, "set-up"));
const askOf = async (tenantId: number) => askPush(await activePolicy(tenantId, database), { facts });

test("a tenant without a policy may do nothing, whatever its neighbour may", async () => {
  const [bare, equipped] = [await newTenant("bare"), await newTenant("equipped")];
  await install(equipped);
  expect(await askOf(bare)).toMatchObject({ effect: "deny", version: 0 });
  expect(await askOf(equipped)).toMatchObject({ effect: "permit", version: 1 });
});

test("a new version binds the very next question", async () => {
  const tenantId = await newTenant("tightened");
  await install(tenantId);
  expect((await askOf(tenantId)).effect).toBe("permit");
  const text = '@id("stop-everything") forbid (principal, action, resource);';
  const hash = policyHash(text);
  await inTenant(database, tenantId, (tx) =>
    insertPolicy(tx, { tenantId, hash, text, note: "", createdByLabel: "Ada" }),
  );
  expect(await askOf(tenantId)).toEqual({
    effect: "deny",
    rule: "stop-everything",
    version: 2,
    hash,
  });
});

test("installing the shipped policy twice leaves one version", async () => {
  const tenantId = await newTenant("twice");
  expect([(await install(tenantId)).version, (await install(tenantId)).version]).toEqual([1, 1]);
});

test("a row whose text was changed behind our back denies everything", async () => {
  const tenantId = await newTenant("tampered");
  const row = await install(tenantId);
  const engine = policyEngineOf(tenantId, {
    ...row,
    text: '@id("open") permit (principal, action, resource);',
  });
  expect(askPush(engine, { facts })).toMatchObject({ effect: "deny", rule: "policy-unreadable" });
});
