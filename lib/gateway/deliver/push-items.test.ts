import { describe, expect, onTestFinished, test } from "vitest";
import { EXAMPLE_PAYLOADS as payloads } from "@/lib/action-types/payload/examples";
import { actionKey } from "@/lib/core/action/action-key";
import { retryPush } from "./repair/replay-push";
import { proposeAndApprove, standOf, workThrough } from "@/lib/gateway/testing/deliver";
import { useWorld } from "@/lib/gateway/testing/use-world";

/** Builds and bills of materials under faults that the matrix does not have. */

const world = await useWorld();
const { push, commitsOf } = world;

describe("an assembly build", () => {
  const carrots = "10585:Plant 2";
  const setCarrots = (quantityonhand: string) => world.account.edit("on_hand", carrots, { quantityonhand });

  test("for which components are missing waits among the dead letters, and is built once when they are there", async () => {
    const before = await world.account.look("on_hand", carrots);
    const { id, pushId } = await proposeAndApprove(world, { ...payloads.assembly_build });
    await setCarrots("1");
    await push(pushId);
    expect(await standOf(world, id)).toMatchObject({ push: "dead", action: "approved" });
    expect((await world.pushOf(id)).failure_class).toBe("terminal");
    expect(await commitsOf(id)).toHaveLength(0);

    await setCarrots(String(before.quantityonhand));
    await retryPush(world.admin, id, world.gateway);
    await push(pushId);
    expect(await standOf(world, id)).toMatchObject({ push: "applied", action: "applied" });
    expect(await commitsOf(id)).toHaveLength(1);
  });

  test("approved under a revision that is no longer in effect is not built", async () => {
    const { id, pushId } = await proposeAndApprove(world, { ...payloads.assembly_build });
    await world.account.edit("bom_revision", "522", { isinactive: "T" });
    await world.account.edit("bom_revision", "521", { effectiveenddate: null });
    onTestFinished(async () => {
      await world.account.edit("bom_revision", "522", { isinactive: "F" });
      await world.account.edit("bom_revision", "521", { effectiveenddate: "2026-01-01" });
    });
    await push(pushId);
    expect(await standOf(world, id)).toMatchObject({ push: "stale", action: "stale" });
    expect(await commitsOf(id)).toHaveLength(0);
  });
});

describe("a BOM change, of whose record nobody knows when it was changed last", () => {
  test("that died before its save is not sent again: a person looks", async () => {
    const { id, pushId } = await proposeAndApprove(world, { ...payloads.bom_change });
    await world.account.fault("crash_before_save", { key: actionKey(world.tenantId, id) });
    await push(pushId);
    await workThrough(world, id);
    expect(await standOf(world, id)).toMatchObject({ push: "stale", action: "stale" });
    expect(await commitsOf(id)).toHaveLength(0);
  });

  test("that died after its save is found by its values, and proven", async () => {
    const { id, pushId } = await proposeAndApprove(world, { ...payloads.bom_change });
    await world.account.fault("crash_between_saves", { key: actionKey(world.tenantId, id) });
    await push(pushId);
    expect(await standOf(world, id)).toMatchObject({ push: "applied", action: "applied" });
    expect((await world.pushOf(id)).verification).toBe("verified");
    expect(await commitsOf(id)).toHaveLength(1);
  });
});
