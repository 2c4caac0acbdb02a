import { expect, test } from "vitest";
import { dispatchEveryOutbox } from "@/lib/gateway/dispatch-outbox";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { readHealth } from "./read-health";
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
  expect(await sweepOf()).toEqual({ state: "never", last_at: null });
  expect(await healthOf()).toMatchObject({ status: "degraded", sweeps: "never", database: "ok" });
  expect(await healthOf(world.gateway)).toMatchObject({ status: "ok", sweeps: "starting" });
});

test("a sweep is recorded for every tenant, and three minutes without one are told", async () => {
  await dispatchEveryOutbox(longRunning);
  expect(await sweepOf()).toEqual({ state: "running", last_at: expect.stringMatching(/Z$/) });
  expect(await healthOf()).toMatchObject({ status: "ok", sweeps: "running", changes: "ok" });
  await owner`UPDATE sweeps SET last_at = now() - interval '181 seconds' WHERE tenant_id = ${tenantId}`;
  expect((await sweepOf()).state).toBe("late");
  expect(await healthOf()).toMatchObject({ status: "degraded", sweeps: "late" });
});
