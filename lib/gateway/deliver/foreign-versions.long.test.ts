import postgres from "postgres";
import { afterEach, beforeEach, expect, test } from "vitest";
import { actionKey } from "@/lib/core/action/action-key";
import { sealLedger } from "@/lib/gateway/ledger/seal-ledger";
import { notifySubscriber } from "@/lib/gateway/ledger/notify-subscriber";
import { verifyLedger } from "@/lib/gateway/ledger/verify/verify-ledger";
import { readCacheVersions } from "@/lib/gateway/read/state/read-cache-versions";
import { approve, proposeAndApprove } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { type World, openWorld } from "@/lib/gateway/testing/world";
import { cacheInvalidation } from "@/lib/subscribers/cache-invalidation";

/** Versions of caches that the app's database role writes beside those that writes of ours made. */

let world: World;
let app: postgres.Sql;
beforeEach(async () => {
  world = await openWorld();
  app = postgres(world.db.urls.app, { max: 1, onnotice: () => {} });
});
afterEach(async () => {
  await app.end();
  await world.close();
});

const invalidation = {
  action_type: "cache_invalidation",
  entity_type: "cache",
  entity_ref: "price-book",
};
type Of = { id: number; payload_hash: string };
const keyOf = ({ id }: Of) => actionKey(world.tenantId, id);
const rowOf = (of: Of, key: string, more: Record<string, unknown> = {}) => ({
  tenant_id: world.tenantId,
  action_id: of.id,
  action_key: key,
  payload_hash: of.payload_hash,
  name: "price-book",
  ...more,
});
/** As the app's role wrote it. */
const write = (row: Record<string, unknown>) =>
  app.begin(async (tx) => {
    await tx`SELECT set_config('app.tenant_id', ${String(world.tenantId)}, true)`;
    const columns = Object.keys(row);
    await tx`INSERT INTO cache_versions (${tx(columns)}) OVERRIDING SYSTEM VALUE
      SELECT ${tx(columns)} FROM jsonb_populate_record(NULL::cache_versions, ${tx.json(row as Record<string, string>)})`;
  });
/** As it stands there since before the app's role was held to anything. */
const stands = (row: Record<string, unknown>) =>
  world.owner`INSERT INTO cache_versions ${world.owner(row as Record<string, string>)}`;
const applied = async () => {
  const { proposal } = await world.propose(invalidation);
  await approve(world, proposal);
  expect(await world.push((await world.pushOf(proposal.id)).id)).toEqual({ outcome: "applied" });
  return proposal;
};
const shown = async () =>
  (await readCacheVersions(world.approver, { limit: 10 }, world.gateway)).items.map(
    ({ name, version }) => `${name}@${version}`,
  );
const faults = async (mode: "full" | "since_checkpoint" = "full") =>
  (await verifyLedger(world.admin, { mode }, world.gateway)).faults;
const fault = ({ id }: Of) => ({
  kind: "version_without_push",
  entity_type: "proposed_action",
  entity_id: id,
});

test("the app's role raises no cache for a write that nobody approved, that is over, or that names another cache", async () => {
  const { proposal: waiting } = await world.propose(invalidation);
  const over = await applied();
  for (const row of [
    rowOf(waiting, keyOf(waiting)),
    rowOf(waiting, `cache:${keyOf(waiting)}`),
    rowOf(over, "another"),
    rowOf(over, `cache:${keyOf(over)}`),
  ])
    await expect(write(row)).rejects.toMatchObject({ code: "42501" });
  await write(rowOf(over, keyOf(over)));
  const { proposal: next } = await world.propose(invalidation);
  await approve(world, next);
  await expect(write(rowOf(next, keyOf(next), { name: "bids" }))).rejects.toMatchObject({ code: "42501" });
  await expect(write(rowOf(next, keyOf(next)))).rejects.toMatchObject({ code: "42501" });
  expect(await shown()).toEqual(["price-book@1"]);
  expect(await faults()).toEqual([]);
});

test("the app's role sets neither number nor time nor id of a version, and no number is past what can be counted", async () => {
  const { proposal } = await world.propose(invalidation);
  for (const column of [{ version: 9 }, { created_at: new Date().toISOString() }, { id: 9 }])
    await expect(write(rowOf(proposal, keyOf(proposal), column))).rejects.toMatchObject({ code: "42501" });
  const far = rowOf(proposal, "far", { version: "9007199254740992" });
  await expect(stands(far)).rejects.toMatchObject({ code: "23514" });
});

test("a version that no write of ours made is shown to nobody and is a fault of the ledger", async () => {
  const genuine = await applied();
  await sealLedger(world.gateway);
  expect(await faults()).toEqual([]);
  await stands(rowOf(genuine, "another", { version: 9 }));
  expect(await shown()).toEqual(["price-book@1"]);
  const { items } = await readCacheVersions(world.viewer, { limit: 10 }, world.gateway);
  expect(items).toMatchObject([{ name: null, version: 1 }]);
  expect(await faults("since_checkpoint")).toMatchObject([fault(genuine)]);
  expect(await faults()).toMatchObject([fault(genuine)]);
  // A reader that compares for difference sees a change, although one number was never shown.
  await applied();
  expect(await shown()).toEqual(["price-book@10"]);
});

test("a version that stands there before its approval is not called written, and readers do not see it", async () => {
  const { proposal } = await world.propose(invalidation);
  await stands(rowOf(proposal, keyOf(proposal), { version: 1 }));
  expect(await shown()).toEqual([]);
  expect(await faults()).toMatchObject([fault(proposal)]);
  await approve(world, proposal);
  expect(await refusedPush(proposal)).toBe("NOT_AS_APPROVED");
  expect(await shown()).toEqual([]);
});

test("a version below one that was kept before it is not called written", async () => {
  const genuine = await applied();
  await stands(rowOf(genuine, "another", { version: 9 }));
  const { proposal } = await world.propose(invalidation);
  await approve(world, proposal);
  await stands(rowOf(proposal, keyOf(proposal), { version: 2 }));
  expect(await refusedPush(proposal)).toBe("NOT_AS_APPROVED");
  expect(await shown()).toEqual(["price-book@1"]);
  expect(await faults()).toMatchObject([fault(genuine), fault(proposal)]);
});

test("the cache of a record is raised by the write that was applied, and a row that calls itself that is a fault", async () => {
  const { id, pushId } = await proposeAndApprove(world, proposals.bidPrice("1.43"));
  const [push] = await world.owner<{ action_key: string; payload_hash: string; record_key: string }[]>`
    SELECT action_key, payload_hash, record_key FROM ns_pending_pushes WHERE id = ${pushId}`;
  const name = `record:${push!.record_key}`;
  const row = rowOf({ id, payload_hash: push!.payload_hash }, `cache:${push!.action_key}`, { name });
  await expect(write(row)).rejects.toMatchObject({ code: "42501" });
  expect(await world.push(pushId)).toEqual({ outcome: "applied" });
  await notifySubscriber(cacheInvalidation, world.tenantId, id, world.gateway);
  expect(await shown()).toEqual([`${name}@1`]);
  expect(await faults()).toEqual([]);
  await stands({ ...row, action_key: "cache:another", version: 2 });
  expect(await shown()).toEqual([`${name}@1`]);
  expect(await faults()).toMatchObject([fault({ id, payload_hash: "" })]);
});

async function refusedPush({ id }: Of): Promise<string> {
  const push = await world.pushOf(id);
  expect(await world.push(push.id)).toEqual({ outcome: "dead" });
  const [row] = await world.owner<{ code: string }[]>`
    SELECT last_error_json ->> 'code' AS code FROM ns_pending_pushes WHERE id = ${push.id}`;
  return row!.code;
}
