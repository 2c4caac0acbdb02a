import { expect, test } from "vitest";
import { inTenant } from "@/db/client";
import { publishPolicy } from "@/db/queries/actions/policies";
import { insertFirstPolicy, readFirstThresholds, setThresholdsSeal } from "@/db/seed/rules";
import { insertPerson, insertTenant } from "@/db/seed/tenant";
import { useTestDatabase } from "@/db/testing/use-test-database";
import { activePolicy, askPush, policyEngineOf } from "./active-policy";
import { DEFAULT_POLICY_TEXT } from "./default-policy.cedar";
import { policyHash } from "./engine";
import { sealPolicy } from "./policy-seal";
import { sealThresholds } from "./thresholds-seal";

const testDatabase = await useTestDatabase();
const facts = {
  tenantId: 1,
  actionType: "ar_note",
  riskLevel: 2,
  impactCents: null,
  onBehalfOfUserId: null,
  agentName: "ar",
  approverCount: 1,
  entityType: "customer",
  entityRef: "C-1",
  customerRef: null,
  payloadText: '{"changes":[]}',
};

const { database, owner } = testDatabase;
const newTenant = (slug: string) => insertTenant(owner, { slug, name: slug });
const shipped = { version: 1, hash: policyHash(DEFAULT_POLICY_TEXT), text: DEFAULT_POLICY_TEXT };
const sealed = (tenantId: number) => ({ ...shipped, seal: sealPolicy({ tenantId, ...shipped }) });
async function install(tenantId: number) {
  const thresholds = await readFirstThresholds(owner, tenantId);
  await setThresholdsSeal(owner, thresholds, sealThresholds(thresholds));
  await insertFirstPolicy(owner, tenantId, { ...sealed(tenantId), createdByLabel: "set-up" });
  return sealed(tenantId);
}
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
  const ada = { name: "Ada", email: "ada@tightened.test", role: "admin" } as const;
  const actorUserId = await insertPerson(owner, tenantId, ada);
  const next = { version: 2, hash, text, seal: sealPolicy({ tenantId, version: 2, hash }) };
  await inTenant(database, tenantId, (tx) => publishPolicy(tx, { ...next, note: "", actorUserId }));
  expect(await askOf(tenantId)).toEqual({
    effect: "deny",
    rule: "stop-everything",
    version: 2,
    hash,
  });
});

test("thresholds without their seal, with another company's, or missing deny everything", async () => {
  const [tenantId, other] = [await newTenant("unsealed"), await newTenant("other")];
  await install(tenantId);
  expect(await askOf(tenantId)).toMatchObject({ effect: "permit" });
  const denied = { effect: "deny", rule: "thresholds-unsealed", version: 1 };
  const own = await readFirstThresholds(owner, tenantId);
  for (const seal of ["", sealThresholds({ ...own, tenantId: other })]) {
    await setThresholdsSeal(owner, own, seal);
    expect(await askOf(tenantId)).toMatchObject(denied);
  }
  await owner`DELETE FROM threshold_versions WHERE tenant_id = ${tenantId}`;
  expect(await askOf(tenantId)).toMatchObject(denied);
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
