import { expect, test } from "vitest";
import { sealLedger } from "@/lib/gateway/ledger/seal-ledger";
import { verifyLedger } from "./verify-ledger";
import { fillBusyTenant } from "@/lib/gateway/testing/load/busy-tenant";
import { useWorld } from "@/lib/gateway/testing/use-world";

const world = await useWorld();
const { gateway, admin } = world;

test("a tenant in which everything happened verifies intact, before and after its checkpoints, in both modes", async () => {
  await fillBusyTenant(world);
  const before = await verifyLedger(admin, { mode: "full" }, gateway);
  expect(before.faults).toEqual([]);
  expect(before.head).toBeNull();
  expect(await sealLedger(gateway)).toBe(2);
  const after = await verifyLedger(admin, { mode: "full" }, gateway);
  expect(after.faults).toEqual([]);
  expect(after.checked.checkpoints).toBe(2);
  expect((await verifyLedger(admin, { mode: "full", head: after.head! }, gateway)).faults).toEqual([]);
  const incremental = await verifyLedger(admin, { mode: "since_checkpoint", head: after.head! }, gateway);
  expect(incremental.faults).toEqual([]);
});
