import postgres from "postgres";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { AgentPrincipal, Person } from "@/lib/core/access/principal";
import type { SwitchName } from "@/lib/core/kill-switch";
import type { RestletClient } from "@/lib/destinations/netsuite/restlet-client";
import { bulkDecide } from "@/lib/gateway/decide/bulk-decide";
import { pushLine } from "@/lib/gateway/deliver/push-line";
import { verifyLedger } from "@/lib/gateway/ledger/verify/verify-ledger";
import { readOverview } from "@/lib/gateway/read/state/read-overview";
import { signForNotes } from "@/lib/gateway/testing/decisions";
import { flipSwitch } from "@/lib/gateway/testing/flip-switch";
import { proposals } from "@/lib/gateway/testing/proposals";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { releaseEverySwitch } from "@/lib/gateway/testing/release-every-switch";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { log } from "@/lib/log";
import { setGlobalSwitch } from "./set-global-switch";
import { RELEASED_ELSEWHERE } from "./switch-views";

/** The app's database role alone releases no switch: what it releases halts, at the first look and at the last. */

const world = await useWorld();
const { owner, gateway } = world;
const app = postgres(world.db.urls.app, { max: 1, onnotice: () => {} });
afterAll(() => app.end());
afterEach(() => releaseEverySwitch(owner));
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

/** As whoever holds the role. */
const asRole = (statement: string) =>
  app.begin(async (tx) => {
    await tx`SELECT set_config('app.tenant_id', ${String(tenantId)}, true)`;
    return [...(await tx.unsafe(statement))];
  });
const refused = { code: "42501" };

interface Scope {
  flip(name: SwitchName, engaged: boolean): Promise<unknown>;
  /** The function believes whom it is told: a call of it in somebody's name. */
  forged(name: SwitchName, seal: string | null): string;
  /** The rows, for a statement. */
  where: string;
}
const sealIn = async (where: string) =>
  (await owner.unsafe(`SELECT release_seal FROM kill_switches WHERE ${where}`))[0]!.release_seal as string;
const quoted = (seal: string | null) => (seal === null ? "NULL" : `'${seal}'`);
const operator = { kind: "operator", name: "Olaf" } as const;
const setGlobal = (name: SwitchName, engaged: boolean) =>
  setGlobalSwitch(operator, { name, engaged, reason: "why" }, gateway);
const setOwn = (name: SwitchName, engaged: boolean, by = admin) =>
  flipSwitch(owner, by, { name, engaged, reason: "why" }, gateway);
const own: Scope = {
  flip: (name, engaged) => setOwn(name, engaged),
  forged: (
    name,
    seal,
  ) => `SELECT flip_switch(${tenantId}, '${name}', false, 'why', 'Boss', flips, ${quoted(seal)})
    FROM kill_switches WHERE tenant_id = ${tenantId} AND name = '${name}'`,
  get where() {
    return `tenant_id = ${tenantId}`;
  },
};
const everyTenant: Scope = {
  flip: setGlobal,
  forged: (name, seal) => `SELECT flip_global_switch('${name}', false, 'why', 'Olaf', flips, ${quoted(seal)})
    FROM kill_switches WHERE tenant_id IS NULL AND name = '${name}'`,
  where: "tenant_id IS NULL",
};
const scopes = [
  ["a company's switch", own],
  ["a switch for every tenant", everyTenant],
] as const;

const propose = async (input = proposals.arNote()) => (await world.propose(input, agent)).proposal;
async function approved() {
  const proposal = await propose();
  await world.decide(approver, proposal);
  return { ...proposal, pushId: (await world.pushOf(proposal.id)).id };
}
const push = (pushId: number, client: Partial<RestletClient> = {}) =>
  pushLine(tenantId, pushId, { ...gateway, netsuite: { ...gateway.netsuite, ...client } });
const isHalted = {
  outcome: "halted",
  retryInMs: null,
  because: "the release of the kill switch ns_writes was not made in Countersign, which counts as engaged",
};
const sentOf = async (pushId: number) =>
  (
    await owner`SELECT sent_at IS NOT NULL OR status <> 'queued' AS sent FROM ns_pending_pushes WHERE id = ${pushId}`
  )[0]!.sent;

describe.each(scopes)("%s", (_, scope) => {
  test.each([
    "UPDATE kill_switches SET engaged = false",
    "UPDATE kill_switches SET flips = 0",
    "UPDATE kill_switches SET flips = flips - 1",
    "UPDATE kill_switches SET release_seal = 'x'",
    "UPDATE kill_switches SET name = 'ns_writes'",
    "UPDATE kill_switches SET tenant_id = NULL",
    "DELETE FROM kill_switches",
  ])("is written by nobody past its function: %s", async (statement) => {
    await scope.flip("ns_writes", true);
    const { pushId } = await approved();
    await expect(asRole(`${statement} WHERE ${scope.where}`)).rejects.toMatchObject(refused);
    await expect(
      asRole("INSERT INTO kill_switches (tenant_id, name) VALUES (current_tenant_id(), 'ns_writes')"),
    ).rejects.toMatchObject(refused);
    expect(await push(pushId)).toMatchObject({
      outcome: "halted",
      because: "the kill switch ns_writes is on",
    });
  });

  test("that the role released in somebody's name halts at the first look, whatever seal it gives, and the app's own release lets it pass", async () => {
    const errors = vi.spyOn(log, "error");
    const { pushId } = await approved();
    for (const engaged of [true, false]) await scope.flip("ns_writes", engaged);
    const old = await sealIn(`${scope.where} AND name = 'ns_writes'`);
    await scope.flip("ns_writes", true);
    for (const seal of [null, "0".repeat(64), old]) {
      expect(await asRole(scope.forged("ns_writes", seal))).toHaveLength(1);
      expect(await push(pushId)).toEqual(isHalted);
      expect(await sentOf(pushId)).toBe(false);
    }
    expect(errors).toHaveBeenCalledWith(
      expect.objectContaining({ name: "ns_writes" }),
      expect.stringContaining("without the seal of its release"),
    );
    await scope.flip("ns_writes", false);
    expect(await push(pushId)).toEqual({ outcome: "applied" });
  });

  test("takes no seal of another switch, another company or another scope, at the very same counter", async () => {
    const { pushId } = await approved();
    const other = await world.addTenant();
    const boss = await other.person("Olga", "admin");
    await owner`UPDATE kill_switches SET flips = 0 WHERE tenant_id IS NULL AND name = 'proposed_apply'`;
    for (const engaged of [true, false]) {
      await setOwn("high_risk_ops", engaged);
      await setOwn("ns_writes", engaged, boss);
      await setGlobal("proposed_apply", engaged);
    }
    const seals = [
      await sealIn(`tenant_id = ${tenantId} AND name = 'high_risk_ops'`),
      await sealIn(`tenant_id = ${other.tenantId} AND name = 'ns_writes'`),
      await sealIn("tenant_id IS NULL AND name = 'proposed_apply'"),
    ];
    for (const seal of seals) {
      await owner.unsafe(`UPDATE kill_switches SET flips = 1 WHERE ${scope.where} AND name = 'ns_writes'`);
      await asRole(scope.forged("ns_writes", seal));
      expect(await push(pushId)).toEqual(isHalted);
    }
    await scope.flip("ns_writes", false);
    expect(await push(pushId)).toEqual({ outcome: "applied" });
  });

  test("that nobody had flipped is released by no call of the role either: it halts from then on", async () => {
    const { pushId } = await approved();
    await asRole(scope.forged("ns_writes", null));
    expect(await push(pushId)).toEqual(isHalted);
    await scope.flip("ns_writes", false);
    expect(await push(pushId)).toEqual({ outcome: "applied" });
  });

  test("engaged and released by the role between the facts and the first look halts", async () => {
    const { pushId } = await approved();
    const reserve: RestletClient["reserve"] = async () => {
      await scope.flip("ns_writes", true);
      await asRole(scope.forged("ns_writes", null));
      return gateway.netsuite.reserve();
    };
    expect(await push(pushId, { reserve })).toEqual(isHalted);
    expect(await sentOf(pushId)).toBe(false);
  });

  test("engaged and released by the app between the facts and the first look is read again, and passes", async () => {
    const { pushId } = await approved();
    const reserve: RestletClient["reserve"] = async () => {
      for (const engaged of [true, false]) await scope.flip("ns_writes", engaged);
      return gateway.netsuite.reserve();
    };
    expect(await push(pushId, { reserve })).toEqual({ outcome: "applied" });
  });

  test("engaged after the first look and released by the role lets nothing leave at the last look", async () => {
    const { id, pushId } = await approved();
    const write: RestletClient["write"] = async (...request) => {
      await scope.flip("ns_writes", true);
      await asRole(scope.forged("ns_writes", null));
      return gateway.netsuite.write(...request);
    };
    expect(await push(pushId, { write })).toMatchObject({ outcome: "requeued" });
    expect(await world.pushOf(id)).toMatchObject({ status: "queued", attempts: 0 });
    await owner`UPDATE ns_pending_pushes SET next_attempt_at = clock_timestamp() WHERE id = ${pushId}`;
    expect(await push(pushId)).toEqual(isHalted);
    await scope.flip("ns_writes", false);
    expect(await push(pushId)).toEqual({ outcome: "applied" });
  });

  test("that the role released is engaged on every page, in words that name nobody, until it is released again", async () => {
    await scope.flip("ns_writes", true);
    await asRole(scope.forged("ns_writes", null));
    const viewsOf = async () => {
      const { switches, global_switches: global } = await readOverview(admin, gateway);
      const named = ({ name }: { name: string }) => name === "ns_writes";
      return scope === own ? switches.find(named) : global.find(named);
    };
    expect(await viewsOf()).toMatchObject({
      engaged: true,
      reason: expect.stringContaining(RELEASED_ELSEWHERE),
      changed_by: null,
    });
    await scope.flip("ns_writes", false);
    expect(await viewsOf()).toMatchObject({ engaged: false, reason: "why" });
    expect(await verifyLedger(admin, { mode: "full" }, gateway)).toMatchObject({ intact: true });
  });

  test("that the role released is engaged again by anybody who may, and released with a seal", async () => {
    const { pushId } = await approved();
    await asRole(scope.forged("ns_writes", null));
    await scope.flip("ns_writes", true);
    expect(await push(pushId)).toMatchObject({ because: "the kill switch ns_writes is on" });
    await scope.flip("ns_writes", false);
    expect(await push(pushId)).toEqual({ outcome: "applied" });
  });

  test("that the role released lets nothing be approved: by a person, in bulk, or by itself", async () => {
    await signForNotes({ ...world, tenantId }, admin);
    const waiting = await propose();
    await scope.flip("proposed_apply", true);
    await asRole(scope.forged("proposed_apply", null));
    await expectRefusal(world.decide(approver, waiting), { code: "blocked", status: 423 });
    const items = [{ id: waiting.id, payload_hash: waiting.payload_hash }];
    const { results } = await bulkDecide(approver, { decision: "approve", items }, gateway);
    expect(results).toMatchObject([{ outcome: "blocked" }]);
    expect(await propose(proposals.noteAttachment())).toMatchObject({ risk_level: 1, status: "pending" });
    await scope.flip("proposed_apply", false);
    expect(await propose(proposals.noteAttachment({ entity_ref: "SO-22996" }))).toMatchObject({
      status: "approved",
    });
    expect(await world.decide(approver, waiting)).toMatchObject({ outcome: "claimed" });
  });
});
