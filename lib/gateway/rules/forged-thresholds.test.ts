import postgres from "postgres";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import type { AgentPrincipal, Person } from "@/lib/core/access/principal";
import type { ThresholdDraft } from "@/lib/contract/settings/thresholds";
import { bulkDecide } from "@/lib/gateway/decide/bulk-decide";
import { pushLine } from "@/lib/gateway/deliver/push-line";
import { verifyLedger } from "@/lib/gateway/ledger/verify/verify-ledger";
import { signForNotes } from "@/lib/gateway/testing/decisions";
import { proposals } from "@/lib/gateway/testing/proposals";
import { expectRefusal, outcomeOf, untilWaiting } from "@/lib/gateway/testing/race";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { log } from "@/lib/log";
import { readThresholds } from "./read-thresholds";
import { sealRules } from "./seal-rules";
import { setThreshold, thresholdStep } from "./set-threshold";

/** The app's database role alone lowers no threshold under which anything is approved. */

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

const shipped: ThresholdDraft = {
  action_type: "inventory_adjustment",
  name: "adjustment-from-1000-dollars",
  at_least: "100000",
  tier: 4,
};
const loose = { ...shipped, at_least: "10000000" };

/** As whoever holds the role: the function believes the actor that it is given. */
async function setIn(tx: postgres.TransactionSql, { action_type, name, at_least, tier }: ThresholdDraft) {
  await tx`SELECT set_config('app.tenant_id', ${String(tenantId)}, true)`;
  const [row] = await tx`
    SELECT set_threshold(${action_type}, ${name}, ${at_least}::numeric, ${tier}::smallint, 'why',
      rules_hash(${tenantId}), true, ${admin.userId}) AS outcome`;
  expect(row).toEqual({ outcome: "set" });
}
const setBySql = (draft: ThresholdDraft = loose) => app.begin((tx) => setIn(tx, draft));
const storeSeal = (seal: string | null) =>
  app.begin(async (tx) => {
    await tx`SELECT set_config('app.tenant_id', ${String(tenantId)}, true)`;
    await tx`UPDATE threshold_versions SET seal = ${seal}
      WHERE version = (SELECT max(version) FROM threshold_versions)`;
  });
async function set(draft: ThresholdDraft, person = admin) {
  const by = await steppedUp(owner, person, "change_thresholds", thresholdStep(draft));
  const { hash: base_hash } = await readThresholds(person, gateway);
  return setThreshold(by, { ...draft, reason: "why", base_hash }, gateway);
}
const sealOf = async (version: number) =>
  (
    await owner`SELECT seal FROM threshold_versions WHERE tenant_id = ${tenantId} AND version = ${version}`
  )[0]!.seal as string;
const genuine = async () => (await readThresholds(admin, gateway)).genuine;
const propose = async (input = proposals.arNote()) => (await world.propose(input, agent)).proposal;
const denied = {
  code: "policy_denied",
  message: expect.stringMatching(
    /changed past Countersign.*an administrator sets one again on the page Rules/,
  ),
  members: { policy: expect.objectContaining({ rule: "thresholds-unsealed" }) },
} as const;

test("lowered by SQL in an administrator's name: nothing is proposed, approved alone or in bulk, and each answer says what to do", async () => {
  const waiting = await propose();
  const errors = vi.spyOn(log, "error");
  await setBySql();
  await expectRefusal(world.decide(approver, waiting), denied);
  const items = [{ id: waiting.id, payload_hash: waiting.payload_hash }];
  const { results } = await bulkDecide(approver, { decision: "approve", items }, gateway);
  expect(results).toMatchObject([{ outcome: "policy_denied", message: denied.message }]);
  await expectRefusal(propose(), denied);
  expect(await world.statusOf(waiting.id)).toBe("pending");
  expect(errors).toHaveBeenCalledWith(
    { tenantId, version: 2 },
    expect.stringContaining("Thresholds without their seal deny everything"),
  );
  expect(await genuine()).toBe(false);
  await storeSeal("0".repeat(64));
  await expectRefusal(world.decide(approver, waiting), denied);
});

test("an authorisation approves nothing by itself under thresholds that were lowered by SQL meanwhile", async () => {
  await signForNotes(world, admin);
  expect(await propose(proposals.noteAttachment())).toMatchObject({ status: "approved" });
  // Between the insertion of the proposal and its automatic approval.
  const isShared = async () => {
    await setBySql();
    return false;
  };
  const of = async () => ({ key: null, client: gateway.netsuite });
  const meanwhile = { ...gateway, accounts: { isShared, of } as never };
  const { proposal } = await world.propose(proposals.noteAttachment(), agent, null, meanwhile);
  expect(proposal).toMatchObject({ risk_level: 1, status: "pending" });
});

test("an approved write that waits to be sent is sent: its approval says under which tier", async () => {
  const approved = await propose();
  await world.decide(approver, approved);
  await setBySql();
  await pushLine(tenantId, (await world.pushOf(approved.id)).id, gateway);
  expect(await world.pushOf(approved.id)).toMatchObject({ status: "applied" });
});

test("an administrator who sets a threshold again puts all of them in force, and the ledger stays intact", async () => {
  const waiting = await propose();
  await setBySql();
  await set(shipped);
  expect(await genuine()).toBe(true);
  expect(await world.decide(approver, waiting)).toMatchObject({ outcome: "claimed" });
  expect(await verifyLedger(admin, { mode: "full" }, gateway)).toMatchObject({ intact: true });
  await expectRefusal(set(shipped), "nothing_to_do");
});

test("thresholds that were lowered and put back by SQL are set again as they are", async () => {
  const waiting = await propose();
  await setBySql();
  await setBySql(shipped);
  await expectRefusal(world.decide(approver, waiting), denied);
  await set(shipped);
  expect(await world.decide(approver, waiting)).toMatchObject({ outcome: "claimed" });
  expect(await verifyLedger(admin, { mode: "full" }, gateway)).toMatchObject({ intact: true });
});

test("an earlier seal does not fit the same rules put back, nor other ones", async () => {
  const waiting = await propose();
  const first = await sealOf(1);
  await set({ ...shipped, at_least: "50000" });
  const stricter = await sealOf(2);
  for (const [draft, seal] of [
    [shipped, first],
    [{ ...shipped, at_least: "50000" }, stricter],
    [loose, stricter],
  ] as const) {
    await setBySql(draft);
    await storeSeal(seal);
    await expectRefusal(world.decide(approver, waiting), denied);
  }
});

test("lowered by SQL while a decision waits for its row, they do not count for that decision", async () => {
  const waiting = await propose();
  let decided: ReturnType<typeof outcomeOf> | undefined;
  await app.begin(async (tx) => {
    await tx`SELECT set_config('app.tenant_id', ${String(tenantId)}, true)`;
    await tx`SELECT 1 FROM proposed_actions WHERE id = ${waiting.id} FOR UPDATE`;
    decided = outcomeOf(world.decide(approver, waiting));
    await untilWaiting(world.superuser, 1);
    await setIn(tx, loose);
  });
  expect((await decided!).error).toMatchObject({
    code: "changed",
    publicMessage: expect.stringContaining("thresholds were changed at this moment"),
  });
  expect(await world.statusOf(waiting.id)).toBe("pending");
  await expectRefusal(world.decide(approver, waiting), denied);
});

test("a new company decides at once, and another company's seal is worth nothing to it", async () => {
  const waiting = await propose();
  const other = await world.addTenant();
  const [row] = await owner`SELECT seal FROM threshold_versions WHERE tenant_id = ${other.tenantId}`;
  const own = await sealOf(1);
  await storeSeal(row!.seal as string);
  await expectRefusal(world.decide(approver, waiting), denied);
  await storeSeal(own);
  expect(await world.decide(approver, waiting)).toMatchObject({ outcome: "claimed" });
});

test("a change by an administrator is in force at once, and the next one follows it", async () => {
  const waiting = await propose();
  for (const at_least of ["50000", "60000"]) await set({ ...shipped, at_least });
  expect(await genuine()).toBe(true);
  expect(await world.decide(approver, waiting)).toMatchObject({ outcome: "claimed" });
  expect(
    await owner`SELECT version, seal IS NOT NULL AS sealed FROM threshold_versions
    WHERE tenant_id = ${tenantId} ORDER BY version`,
  ).toEqual([1, 2, 3].map((version) => ({ version, sealed: true })));
});

test("of two administrators who set at once, one is told to read again, and the other's change is in force", async () => {
  const waiting = await propose();
  const { hash: base_hash } = await readThresholds(admin, gateway);
  const ends = await Promise.all(
    ["50000", "60000"].map(async (at_least) => {
      const draft = { ...shipped, at_least };
      const by = await steppedUp(owner, admin, "change_thresholds", thresholdStep(draft));
      return outcomeOf(setThreshold(by, { ...draft, reason: "why", base_hash }, gateway));
    }),
  );
  expect(ends.flatMap(({ error }) => (error ? [error.code] : []))).toEqual(["changed"]);
  expect(await genuine()).toBe(true);
  expect(await world.decide(approver, waiting)).toMatchObject({ outcome: "claimed" });
});

test("a change without its step-up leaves no version", async () => {
  const { hash: base_hash } = await readThresholds(admin, gateway);
  await expectRefusal(
    setThreshold(admin, { ...loose, reason: "why", base_hash }, gateway),
    "session_required",
  );
  expect(await owner`SELECT version FROM threshold_versions WHERE tenant_id = ${tenantId}`).toHaveLength(1);
});

test("thresholds from before the seals are sealed by the migration that brings them, and by no later one", async () => {
  const waiting = await propose();
  await owner`DELETE FROM threshold_versions WHERE tenant_id = ${tenantId}`;
  await owner.begin((tx) => sealRules(tx, ["0099_later.sql"]));
  await expectRefusal(world.decide(approver, waiting), denied);
  await owner.begin((tx) => sealRules(tx, ["0040_sealed_thresholds.sql"]));
  expect(await world.decide(approver, waiting)).toMatchObject({ outcome: "claimed" });
});
