import { expect, test } from "vitest";
import { inTenant } from "@/db/client";
import { listCheckpointsAfter } from "@/db/queries/ledger/checkpoints";
import { appendEvent, bySystem } from "@/db/queries/ledger/events";
import { publicKeysOf, rangesOf } from "@/lib/core/ledger/checkpoint";
import { newGate } from "@/lib/gateway/testing/race";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { sealLedger } from "./seal-ledger";
import { verifyLedger } from "./verify/verify-ledger";

const world = await useWorld();
const { gateway, admin, tenantId, owner } = world;
const { database } = world.db;

const checkpoints = () => inTenant(database, tenantId, (tx) => listCheckpointsAfter(tx, tenantId, 0, 100));
const idsOf = (ranges: string) =>
  rangesOf(ranges).flatMap(([from, to]) => Array.from({ length: to - from }, (_, index) => from + index));
const eventIds = async () =>
  (await owner<{ id: number }[]>`SELECT id FROM events WHERE tenant_id = ${tenantId} ORDER BY id`).map(
    ({ id }) => id,
  );
const verify = () => verifyLedger(admin, { mode: "full" }, gateway);

test("an event that becomes visible after events with higher ids were sealed is in the next checkpoint", async () => {
  await sealLedger(gateway);
  const appended = newGate();
  const mayCommit = newGate();
  const late = inTenant(database, tenantId, async (tx) => {
    await appendEvent(tx, {
      ...bySystem(tenantId, "test"),
      entityType: "test_subject",
      entityId: 1,
      type: "test.late",
      details: {},
    });
    appended.open();
    await mayCommit.opened;
  });
  await appended.opened;
  await world.propose(proposals.arNote());
  await sealLedger(gateway);
  const before = (await checkpoints()).at(-1)!;
  mayCommit.open();
  await late;
  await sealLedger(gateway);
  const after = (await checkpoints()).at(-1)!;
  const [lateId] = idsOf(after.eventIds);
  expect(after.eventCount).toBe(1);
  expect(lateId).toBeLessThan(Math.min(...idsOf(before.eventIds)));
  expect((await checkpoints()).flatMap((one) => idsOf(one.eventIds)).sort((a, b) => a - b)).toEqual(
    await eventIds(),
  );
  expect((await verify()).faults).toEqual([]);
});

test("two sealings at once cover each event once", async () => {
  for (let round = 0; round < 5; round += 1) {
    await world.propose(proposals.arNote());
    await Promise.all([sealLedger(gateway), sealLedger(gateway)]);
  }
  expect((await checkpoints()).flatMap((one) => idsOf(one.eventIds)).sort((a, b) => a - b)).toEqual(
    await eventIds(),
  );
  expect((await verify()).faults).toEqual([]);
});

test("a ledger without new events gets no checkpoint, and without a key nothing is sealed", async () => {
  await sealLedger(gateway);
  const { length } = await checkpoints();
  expect(await sealLedger(gateway)).toBe(0);
  await world.propose(proposals.arNote());
  expect(await sealLedger({ ...gateway, ledgerKeys: { ...gateway.ledgerKeys, signing: null } })).toBe(0);
  expect(await checkpoints()).toHaveLength(length);
});

test("checkpoints of a former key hold while its public key is known", async () => {
  await sealLedger(gateway);
  const former = gateway.ledgerKeys.signing!.publicPem;
  const stranger = { ...gateway, ledgerKeys: { signing: null, known: new Map() } };
  const unknown = await verifyLedger(admin, { mode: "full" }, stranger);
  expect(new Set(unknown.faults.map(({ kind }) => kind))).toEqual(new Set(["checkpoint_key_unknown"]));
  const known = { ...gateway, ledgerKeys: { signing: null, known: publicKeysOf(former) } };
  expect((await verifyLedger(admin, { mode: "full" }, known)).faults).toEqual([]);
});
