import { afterEach, describe, expect, test } from "vitest";
import { SWITCH_NAMES } from "@/lib/core/kill-switch";
import { verifyLedger } from "@/lib/gateway/ledger/verify/verify-ledger";
import { readOverview } from "@/lib/gateway/read/state/read-overview";
import { proposeAndApprove, requestsOf } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { expectRefusal, refusalOf } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { readGlobalSwitches, setGlobalSwitch } from "./set-global-switch";
import { releaseEverySwitch } from "@/lib/gateway/testing/release-every-switch";
import { flipSwitch } from "@/lib/gateway/testing/flip-switch";

const world = await useWorld();
const { owner, gateway } = world;
const operator = { kind: "operator", name: "Olaf" } as const;
const other = await world.addTenant();
const otherApprover = await other.person("Otto", "approver");
const otherAgent = await other.agent("other-agent");
afterEach(() => releaseEverySwitch(owner));

const flip = (name: (typeof SWITCH_NAMES)[number], engaged: boolean, reason = "Incident 12") =>
  setGlobalSwitch(operator, { name, engaged, reason }, gateway);
const eventsOfSwitches = () => owner`
  SELECT event_type, actor_kind, actor_label, body_text::jsonb -> 'details' AS details FROM events
  WHERE entity_type = 'kill_switch' AND tenant_id IS NULL ORDER BY id DESC LIMIT 2`;

describe("a switch for every tenant", () => {
  test("stands in the ledger with the operator's name and reason, in a chain that every tenant's verification covers", async () => {
    await flip("ns_writes", true);
    await flip("ns_writes", false, "It is over");
    expect(await eventsOfSwitches()).toMatchObject([
      { event_type: "kill_switch.released", actor_label: "Olaf", details: { reason: "It is over" } },
      { event_type: "kill_switch.engaged", actor_label: "Olaf", details: { reason: "Incident 12" } },
    ]);
    expect(await verifyLedger(world.admin, { mode: "full" }, gateway)).toMatchObject({ intact: true });
    await world.superuser.begin(async (tx) => {
      await tx`SET LOCAL session_replication_role = replica`;
      await tx`UPDATE events SET body_text = replace(body_text, 'It is over', 'Never mind') WHERE tenant_id IS NULL`;
    });
    const { intact, faults } = await verifyLedger(world.admin, { mode: "full" }, gateway);
    expect({ intact, faults }).toMatchObject({ intact: false, faults: [{ entity_type: "kill_switch" }] });
    await world.superuser.begin(async (tx) => {
      await tx`SET LOCAL session_replication_role = replica`;
      await tx`UPDATE events SET body_text = replace(body_text, 'Never mind', 'It is over') WHERE tenant_id IS NULL`;
    });
  });

  test("is shown to every tenant with its reason, its time and its operator, and set twice it changes nothing", async () => {
    const { switches } = await flip("high_risk_ops", true);
    const events = await eventsOfSwitches();
    await flip("high_risk_ops", true, "Once more");
    expect(await eventsOfSwitches()).toEqual(events);
    for (const person of [world.viewer, otherApprover]) {
      const overview = await readOverview(person, gateway);
      expect(overview.global_switches).toEqual(switches);
      expect(overview.global_switches.find(({ name }) => name === "high_risk_ops")).toEqual({
        name: "high_risk_ops",
        engaged: true,
        since: expect.stringMatching(/Z$/),
        reason: "Incident 12",
        changed_by: "Olaf",
      });
      expect(overview.switches.find(({ name }) => name === "high_risk_ops")).toMatchObject({
        engaged: true,
        source: "global",
        releasable: false,
      });
    }
    expect((await readGlobalSwitches(operator, gateway)).switches).toEqual(switches);
  });

  test("wakes the waiting pushes of every tenant when it is released", async () => {
    const own = await proposeAndApprove(world, proposals.arNote());
    const { proposal } = await world.propose(proposals.arNote({ entity_ref: "Riverbend Foods" }), otherAgent);
    await world.decide(otherApprover, proposal);
    const theirs = await world.pushOf(proposal.id);
    await flip("ns_writes", true);
    expect(await world.push(own.pushId)).toMatchObject({ outcome: "halted", retryInMs: null });
    await flip("ns_writes", false);
    for (const pushId of [own.pushId, theirs.id])
      expect(await requestsOf(world, pushId)).toEqual([`push-${pushId}-round-0`, `push-${pushId}-round-1`]);
    expect(await world.push(own.pushId)).toEqual({ outcome: "applied" });
  });

  test("wakes every other tenant where one cannot be woken, and that one when it is released again", async () => {
    const own = await proposeAndApprove(world, proposals.arNote());
    const { proposal } = await world.propose(proposals.arNote({ entity_ref: "Coastal Pantry" }), otherAgent);
    await world.decide(otherApprover, proposal);
    const theirs = await world.pushOf(proposal.id);
    await flip("ns_writes", true);
    const { database } = gateway;
    const { urgent } = database;
    const sqlWithFault = (strings: TemplateStringsArray, ...values: never[]) =>
      values[0] === world.tenantId
        ? Promise.reject(new Error("canceling statement due to lock timeout"))
        : urgent.sql(strings, ...values);
    const broken = {
      ...gateway,
      database: { ...database, urgent: { ...urgent, sql: sqlWithFault as typeof urgent.sql } },
    };
    const release = { name: "ns_writes", engaged: false, reason: "It is over" } as const;
    const { switches } = await setGlobalSwitch(operator, release, broken);
    expect(switches.every(({ engaged }) => !engaged)).toBe(true);
    expect(await requestsOf(world, theirs.id)).toHaveLength(2);
    expect(await requestsOf(world, own.pushId)).toHaveLength(1);
    await setGlobalSwitch(operator, release, gateway);
    expect(await requestsOf(world, own.pushId)).toHaveLength(2);
    expect(await world.push(own.pushId)).toEqual({ outcome: "applied" });
  });

  test("wants a reason", async () => {
    await expectRefusal(flip("ns_writes", true, "  "), "validation_failed");
    expect((await readGlobalSwitches(operator, gateway)).switches.some(({ engaged }) => engaged)).toBe(false);
  });
});

test("a switch of the environment is as old as the process, on the pages and in the refusal", async () => {
  const startedAt = new Date("2026-11-22T08:00:00.000Z");
  const under = { ...gateway, switchesFromEnvironment: ["proposed_apply"], startedAt };
  const { switches } = await readOverview(world.viewer, under);
  expect(switches.find(({ name }) => name === "proposed_apply")).toMatchObject({
    source: "environment",
    since: startedAt.toISOString(),
  });
  const { proposal } = await world.propose(proposals.arNote());
  expect(await refusalOf(world.decide(world.approver, proposal, {}, under))).toMatchObject({
    code: "blocked",
    members: { switch: "proposed_apply", since: startedAt.toISOString() },
  });
});

test.each(SWITCH_NAMES)("no administrator releases %s while the environment holds it", async (name) => {
  const under = { ...gateway, switchesFromEnvironment: [name] };
  const release = { name, engaged: false, reason: "It is over" };
  expect(await refusalOf(flipSwitch(world.owner, world.admin, release, under))).toMatchObject({
    code: "blocked",
    status: 423,
    members: { switch: name, source: "environment" },
  });
});
