import postgres from "postgres";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { AgentPrincipal, Person } from "@/lib/core/access/principal";
import { proposals } from "@/lib/gateway/testing/proposals";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { pushLine } from "@/lib/gateway/deliver/push-line";
import { DEFAULT_POLICY_TEXT } from "@/lib/policy/default-policy.cedar";
import { policyHash } from "@/lib/policy/engine";
import { publishPolicy } from "./publish-policy";
import { readPolicies } from "./read-policies";
import { sealRules } from "./seal-rules";

/** The app's database role alone puts no policy in force. */

const world = await useWorld();
const { owner, gateway } = world;
const app = postgres(world.db.urls.app, { max: 1, onnotice: () => {} });
afterAll(() => app.end());
let tenantId: number;
let admin: Person;
let approver: Person;
let agent: AgentPrincipal;
beforeEach(async () => {
  const tenant = await world.addTenant();
  tenantId = tenant.tenantId;
  admin = await tenant.person("Boss", "admin");
  approver = await tenant.person("Ana", "approver");
  agent = await tenant.agent("agent");
});

const open = `${DEFAULT_POLICY_TEXT}\n@id("all-goes") permit (principal, action, resource);\n`;
/** As whoever holds the role: the function believes the actor that it is given. */
const publishBySql = (text = open, { version = 2, seal = null as string | null } = {}) =>
  app.begin(async (tx) => {
    await tx`SELECT set_config('app.tenant_id', ${String(tenantId)}, true)`;
    const [row] = await tx`
      SELECT publish_policy(${version}, ${policyHash(text)}, ${text}, 'why', ${seal}, ${admin.userId}) AS added`;
    return row!.added as boolean;
  });
const publish = async (text: string, base_version: number) =>
  publishPolicy(
    await steppedUp(owner, admin, "publish_policy", policyHash(text)),
    { text, note: "why", base_version },
    gateway,
  );
const propose = async () => (await world.propose(proposals.arNote(), agent)).proposal;
const sealOf = async (version: number) =>
  (await owner`SELECT seal FROM policies WHERE tenant_id = ${tenantId} AND version = ${version}`)[0]!
    .seal as string;
const whatToDo = /written past Countersign.*an administrator publishes one anew/;
const denied = { code: "policy_denied", message: expect.stringMatching(whatToDo) } as const;

test("published by SQL in an administrator's name: nothing is proposed, decided or sent, and each answer says what to do", async () => {
  const [approved, waiting] = [await propose(), await propose()];
  await world.decide(approver, approved);
  await publishBySql();
  await expectRefusal(propose(), denied);
  await expectRefusal(world.decide(approver, waiting), denied);
  const { id } = await world.pushOf(approved.id);
  await pushLine(tenantId, id, gateway);
  expect(await world.commitsOf(approved.id)).toEqual([]);
  expect(await world.pushOf(approved.id)).toMatchObject({
    status: "dead",
    last_error_json: { code: "POLICY_DENIED", message: expect.stringMatching(whatToDo) },
  });
  expect((await readPolicies(admin, {}, gateway)).items.map(({ genuine }) => genuine)).toEqual([false, true]);
});

test("published by SQL with the text that was decided under a moment ago, it denies all the same", async () => {
  const proposal = await propose();
  await world.decide(approver, await propose());
  await publishBySql(DEFAULT_POLICY_TEXT);
  await expectRefusal(world.decide(approver, proposal), denied);
});

test("the seal of an earlier version does not fit the same text as a later one, nor another text", async () => {
  const first = await sealOf(1);
  await publishBySql(DEFAULT_POLICY_TEXT, { seal: first });
  await expectRefusal(propose(), denied);
  await publishBySql(open, { version: 3, seal: first });
  await expectRefusal(propose(), denied);
});

test("an administrator puts a policy in force over it, also with the very same text", async () => {
  await publishBySql(DEFAULT_POLICY_TEXT);
  await expectRefusal(publish(DEFAULT_POLICY_TEXT, 1), "changed");
  await publish(DEFAULT_POLICY_TEXT, 2);
  expect(await propose()).toMatchObject({ status: "pending" });
  await expectRefusal(publish(DEFAULT_POLICY_TEXT, 3), "nothing_to_do");
});

test("no version is skipped, so that no seal waits for its turn", async () => {
  for (const version of [1, 3, 99]) expect(await publishBySql(open, { version })).toBe(false);
  expect(await propose()).toMatchObject({ status: "pending" });
});

test("of two administrators who publish at once, one is told to compare again", async () => {
  const texts = ["first", "second"].map(
    (id) =>
      `${DEFAULT_POLICY_TEXT}\n@id("${id}") forbid (principal, action, resource) when { resource.actionType == "x" };\n`,
  );
  const ends = await Promise.allSettled(texts.map((text) => publish(text, 1)));
  expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(ends.find((end) => end.status === "rejected")?.reason).toMatchObject({ code: "changed" });
  expect((await readPolicies(admin, {}, gateway)).items).toHaveLength(2);
});

test("policies from before the seals are sealed by the migration that brings them, and by no later one", async () => {
  await owner`UPDATE policies SET seal = NULL WHERE tenant_id = ${tenantId}`;
  await owner.begin((tx) => sealRules(tx, ["0099_later.sql"]));
  await expectRefusal(propose(), "policy_denied");
  await owner.begin((tx) => sealRules(tx, ["0033_sealed_rules.sql"]));
  expect(await propose()).toMatchObject({ status: "pending" });
});
