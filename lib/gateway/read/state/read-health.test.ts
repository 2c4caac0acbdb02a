import { expect, test } from "vitest";
import { isListening } from "@/db/changes";
import { dispatchEveryOutbox } from "@/lib/gateway/dispatch-outbox";
import { sealLedger } from "@/lib/gateway/ledger/seal-ledger";
import { proposals } from "@/lib/gateway/testing/proposals";
import { until } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { readHealth, shareHealth } from "./read-health";
import { readMetrics } from "./read-metrics";
import { readOverview } from "./read-overview";

const world = await useWorld();
const { owner, tenantId } = world;
const longAgo = new Date(Date.now() - 3_600_000);
const longRunning = { ...world.gateway, startedAt: longAgo };
const healthOf = (gateway = longRunning) => readHealth(() => gateway);
const sweepOf = async () => (await readOverview(world.viewer, longRunning)).sweep;

test("as long as no function was ever registered, health, banner and dashboard say so, but for the first minutes", async () => {
  expect((await sweepOf()).state).toBe("starting");
  expect(await healthOf()).toMatchObject({ status: "ok", sweeps: "starting" });
  await owner`UPDATE tenants SET created_at = ${longAgo} WHERE id = ${tenantId}`;
  expect(await sweepOf()).toEqual({ state: "never", last_at: null, unsent_since: null });
  expect(await healthOf()).toMatchObject({ status: "degraded", sweeps: "never", database: "ok" });
  const justStarted = { ...world.gateway, startedAt: new Date() };
  expect(await healthOf(justStarted)).toMatchObject({ status: "ok", sweeps: "starting" });
});

test("a sweep is recorded for every tenant, and three minutes without one are told", async () => {
  await dispatchEveryOutbox(longRunning);
  expect(await sweepOf()).toMatchObject({ state: "running", last_at: expect.stringMatching(/Z$/) });
  expect(await healthOf()).toMatchObject({ status: "ok", sweeps: "running", changes: "ok" });
  await owner`UPDATE sweeps SET last_at = now() - interval '181 seconds' WHERE tenant_id = ${tenantId}`;
  expect((await sweepOf()).state).toBe("late");
  expect(await healthOf()).toMatchObject({ status: "degraded", sweeps: "late" });
});

test("a process that has just started is late after its first minutes, however long the last sweep is past", async () => {
  await owner`UPDATE sweeps SET last_at = now() - interval '10 hours' WHERE tenant_id = ${tenantId}`;
  const startedAgo = (seconds: number) => ({
    ...world.gateway,
    startedAt: new Date(Date.now() - seconds * 1_000),
  });
  expect(await healthOf(startedAgo(30))).toMatchObject({ status: "ok", sweeps: "starting" });
  expect(await healthOf(startedAgo(100))).toMatchObject({ status: "degraded", sweeps: "late" });
});

test("sweeps run and Inngest takes no event: after three minutes health, banner, dashboard and metrics say so", async () => {
  const refused = {
    ...longRunning,
    sendEvents: () => Promise.reject(new Error("401: the event key was revoked")),
  };
  const other = await world.addTenant();
  const stranger = await other.person("Sam", "viewer");
  const unsent = { ...longRunning, sendEvents: null };
  const { proposal } = await world.propose(proposals.arNote(), world.agent, null, unsent);
  await world.decide(world.approver, proposal, {}, unsent);
  await dispatchEveryOutbox(refused);
  expect(await healthOf()).toMatchObject({ status: "ok", sweeps: "running" });
  await owner`
    UPDATE outbox SET created_at = now() - interval '181 seconds' WHERE tenant_id = ${tenantId} AND sent_at IS NULL`;
  expect(await healthOf()).toMatchObject({ status: "degraded", sweeps: "refusing" });
  expect(await sweepOf()).toMatchObject({
    state: "refusing",
    unsent_since: expect.stringMatching(/Z$/),
  });
  expect((await readOverview(stranger, longRunning)).sweep).toMatchObject({
    state: "running",
    unsent_since: null,
  });
  const { text } = await readMetrics(longRunning);
  expect(text).toMatch(new RegExp(`countersign_outbox_oldest_seconds\\{tenant="${tenantId}"\\} 1(8[1-9]|9)`));
  expect(text).toContain(`countersign_outbox_oldest_seconds{tenant="${other.tenantId}"} 0`);

  await owner`UPDATE outbox SET next_attempt_at = now() WHERE sent_at IS NULL`;
  await dispatchEveryOutbox(longRunning);
  expect(await healthOf()).toMatchObject({ status: "ok", sweeps: "running" });
});

test("events that wait for their checkpoint for more than fifteen minutes degrade health, until they are sealed", async () => {
  expect(await healthOf()).toMatchObject({ status: "ok", ledger: "sealed" });
  await owner`UPDATE unsealed_events SET queued_at = now() - interval '16 minutes'`;
  expect(await healthOf()).toMatchObject({ status: "degraded", ledger: "late" });
  const { text } = await readMetrics(longRunning);
  expect(text).toMatch(new RegExp(`countersign_ledger_unsealed_seconds\\{tenant="${tenantId}"\\} 9[67]`));
  await sealLedger(longRunning);
  expect(await healthOf()).toMatchObject({ status: "ok", ledger: "sealed" });
  const unsigned = { ...longRunning, ledgerKeys: { ...longRunning.ledgerKeys, signing: null } };
  expect(await healthOf(unsigned)).toMatchObject({ status: "ok", ledger: "unsigned" });
});

test("health reports that changes are no longer heard: the LISTEN connection was cut and cannot be reopened", async () => {
  const { database } = world.gateway;
  const [row] = await world.superuser<{ name: string }[]>`SELECT current_database() AS name`;
  const admitConnections = (max: number) =>
    world.superuser.unsafe(`ALTER DATABASE "${row!.name}" CONNECTION LIMIT ${max}`);
  expect(await healthOf()).toMatchObject({ status: "ok", changes: "ok" });
  await admitConnections(0);
  await world.superuser`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND query ILIKE 'listen %'`;
  await until("the loss being noticed", async () => !(await isListening(database)));
  expect(await healthOf()).toMatchObject({ status: "degraded", changes: "down", database: "ok" });
  await admitConnections(-1);
  await until("hearing again", () => isListening(database));
  expect(await healthOf()).toMatchObject({ status: "ok", changes: "ok" });
});

test("200 callers of health at once cost the database one reading, and a second later one more", async () => {
  let readings = 0;
  let nowMs = 0;
  const counted = () => {
    readings += 1;
    return longRunning;
  };
  const ask = shareHealth(counted, { now: () => new Date(nowMs) });
  await Promise.all(Array.from({ length: 200 }, ask));
  expect(await ask()).toMatchObject({ status: "ok" });
  expect(readings).toBe(1);
  nowMs += 1_000;
  await ask();
  expect(readings).toBe(2);
});
