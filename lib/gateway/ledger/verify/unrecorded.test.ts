import { sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { inTenant } from "@/db/client";
import { type ExportLine, ExportVerifier } from "@/lib/core/ledger/replay/verify-export";
import { readContentSettingOf, setContentSetting } from "@/lib/gateway/controls/content-setting";
import { readGraceSetting, setGraceSetting } from "@/lib/gateway/controls/grace-setting";
import { exportLedger } from "@/lib/gateway/ledger/export-ledger";
import { sealLedger } from "@/lib/gateway/ledger/seal-ledger";
import { readSight } from "@/lib/gateway/read/actions/sight";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { keepCopy } from "./testing/restore";
import { SUBJECT_TAMPERINGS } from "./testing/subject-tamperings";
import { verifyLedger } from "./verify-ledger";

/** Rows that were written past the ledger, so that no event speaks of them. */

const world = await useWorld();
const { gateway, admin, viewer, tenantId, owner } = world;
const restore = await keepCopy(world.superuser);
afterEach(() => restore());

/** One of them copies a signature, and this company has none. */
const unrecorded = SUBJECT_TAMPERINGS.filter(
  ({ finds, name }) => finds === "chain_missing" && name !== "a signature is forged",
);

async function offline() {
  await sealLedger(gateway);
  const text = await new Response(exportLedger(admin, gateway).stream).text();
  const verifier = new ExportVerifier(gateway.ledgerKeys.known);
  for (const line of text.trimEnd().split("\n")) verifier.add(JSON.parse(line) as ExportLine);
  verifier.end(null);
  return verifier.faults;
}
const online = async () => (await verifyLedger(admin, { mode: "full" }, gateway)).faults;

/** As the app's database role does it: without the app. */
const asRole = (statement: string) =>
  inTenant(world.db.database, tenantId, (tx) => tx.execute(sql.raw(statement)));
const putIn = (table: string, column: string, value: string) =>
  asRole(`INSERT INTO ${table} (tenant_id, ${column}, reason, changed_by_label)
    VALUES (${tenantId}, ${value}, 'x', 'Mike Ortiz')`);

test("there are rows to put in, and the untouched ledger holds in the file as well", async () => {
  expect(unrecorded.length).toBeGreaterThan(2);
  expect(await offline()).toEqual([]);
});

test.each(unrecorded.map((one) => [one.name, one] as const))(
  "a subject without a chain is found in an exported file as it is online: %s",
  async (_, { sql: statements }) => {
    for (const one of [statements].flat()) await owner.unsafe(one.replaceAll("%tenant%", String(tenantId)));
    const faults = await online();
    expect(faults).toMatchObject([{ kind: "chain_missing", seq: 0 }]);
    expect(await offline()).toEqual(faults);
  },
);

test("every subject without a chain is in the file, however many there are", async () => {
  const count = 430;
  await owner`
    INSERT INTO agents (tenant_id, name, key_hash, key_prefix)
    SELECT ${tenantId}, 'mine-' || n, 'mine-' || n, 'cs_' || n FROM generate_series(1, ${count}::integer) AS n`;
  const missing = (await offline()).filter(({ kind }) => kind === "chain_missing");
  expect(new Set(missing.map(({ entity_id: id }) => id)).size).toBe(count);
});

test("a setting of content that no event speaks of shows a viewer nothing, and an administrator's replaces it", async () => {
  await putIn("content_settings", "viewers_see_content", "true");
  expect(await readSight(viewer, gateway)).toMatchObject({ seesContent: false });
  expect(await readContentSettingOf(admin, gateway)).toMatchObject({
    viewers_see_content: false,
    changed_by: null,
  });
  const shown = { viewers_see_content: true, reason: "Asked" };
  const stepped = await steppedUp(owner, admin, "show_content", "viewers");
  expect(await setContentSetting(stepped, shown, gateway)).toMatchObject({ changed_by: admin.name });
  expect(await readSight(viewer, gateway)).toMatchObject({ seesContent: true });
  expect(await online()).toEqual([]);
});

test("a chain that was begun without an event makes no setting lawful", async () => {
  await putIn("content_settings", "viewers_see_content", "true");
  await asRole(`INSERT INTO ledger_subjects (tenant_id, entity_type, entity_id)
    VALUES (${tenantId}, 'content_setting', ${tenantId})`);
  expect(await readSight(viewer, gateway)).toMatchObject({ seesContent: false });
  expect(await offline()).toMatchObject([{ kind: "chain_missing", entity_type: "content_setting" }]);
});

test("a time to take back that no event speaks of counts for nothing, and an administrator's replaces it", async () => {
  await putIn("grace_settings", "seconds", "0");
  const asShipped = { seconds: 8, changed_by: null, changed_at: null, reason: null };
  expect(await readGraceSetting(admin, gateway)).toEqual(asShipped);
  for (const seconds of [8, 0]) {
    const change = { seconds, reason: "Asked" };
    expect(await setGraceSetting(admin, change, gateway)).toMatchObject({ seconds, changed_by: admin.name });
  }
  expect(await online()).toEqual([]);
});

test("however many kinds of subjects the role invents, each change past the ledger is found", async () => {
  await asRole("UPDATE agents SET pending_max = pending_max + 1");
  const before = await online();
  expect(before.length).toBeGreaterThan(0);
  await asRole(`INSERT INTO ledger_subjects (tenant_id, entity_type, entity_id)
    SELECT ${tenantId}, 'a' || chr(97 + n / 26) || chr(97 + n % 26), 1 FROM generate_series(0, 149) AS n`);
  expect(await online()).toEqual(expect.arrayContaining(before));
  expect(await offline()).toEqual(expect.arrayContaining(before));
});
