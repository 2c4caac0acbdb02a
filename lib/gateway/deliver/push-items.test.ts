import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EXAMPLE_PAYLOADS as payloads } from "@/lib/action-types/payload/examples";
import { pushLine } from "./push-line";
import { retryPush } from "./repair/replay-push";
import { proposeAndApprove, standOf, workThrough } from "@/lib/gateway/testing/deliver";
import { type World, openWorld } from "@/lib/gateway/testing/world";

/** What the matrix of faults does not show of builds and bills of materials. */

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const deliver = (pushId: number) => pushLine(world.tenantId, pushId, world.gateway);
const keyOf = (id: number) => `cs-${world.tenantId}-${id}`;
const commitsOf = (id: number) => world.account.commits(keyOf(id));

describe("an assembly build", () => {
  const carrots = "10585:Plant 2";
  const setCarrots = (quantityonhand: string) => world.account.edit("on_hand", carrots, { quantityonhand });

  test("for which components are missing waits among the dead letters, and is built once when they are there", async () => {
    const before = await world.account.look("on_hand", carrots);
    const { id, pushId } = await proposeAndApprove(world, { ...payloads.assembly_build });
    await setCarrots("1");
    await deliver(pushId);
    expect(await standOf(world, id)).toMatchObject({ push: "dead", action: "approved" });
    expect((await world.pushOf(id)).failure_class).toBe("terminal");
    expect(await commitsOf(id)).toHaveLength(0);

    await setCarrots(String(before.quantityonhand));
    await retryPush(world.admin, id, world.gateway);
    await deliver(pushId);
    expect(await standOf(world, id)).toMatchObject({ push: "applied", action: "applied" });
    expect(await commitsOf(id)).toHaveLength(1);
  });

  test("approved under a revision that is no longer in effect is not built", async () => {
    const { id, pushId } = await proposeAndApprove(world, { ...payloads.assembly_build });
    await world.account.edit("bom_revision", "522", { isinactive: "T" });
    await world.account.edit("bom_revision", "521", { effectiveenddate: null });
    try {
      await deliver(pushId);
      expect(await standOf(world, id)).toMatchObject({ push: "stale", action: "stale" });
      expect(await commitsOf(id)).toHaveLength(0);
    } finally {
      await world.account.edit("bom_revision", "522", { isinactive: "F" });
      await world.account.edit("bom_revision", "521", { effectiveenddate: "2026-01-01" });
    }
  });
});

describe("a BOM change, of whose record nobody knows when it was changed last", () => {
  test("that died before its save is not sent again: a person looks", async () => {
    const { id, pushId } = await proposeAndApprove(world, { ...payloads.bom_change });
    await world.account.fault("crash_before_save", { key: keyOf(id) });
    await deliver(pushId);
    await workThrough(world, id);
    expect(await standOf(world, id)).toMatchObject({ push: "stale", action: "stale" });
    expect(await commitsOf(id)).toHaveLength(0);
  });

  test("that died after its save is found by its values, and proven", async () => {
    const { id, pushId } = await proposeAndApprove(world, { ...payloads.bom_change });
    await world.account.fault("crash_between_saves", { key: keyOf(id) });
    await deliver(pushId);
    expect(await standOf(world, id)).toMatchObject({ push: "applied", action: "applied" });
    expect((await world.pushOf(id)).verification).toBe("verified");
    expect(await commitsOf(id)).toHaveLength(1);
  });
});
