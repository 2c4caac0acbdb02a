import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { inTenant } from "@/db/client";
import { readAuditState } from "@/lib/gateway/ledger/read-audit";
import { sealLedger } from "@/lib/gateway/ledger/seal-ledger";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { verifyLedger } from "./verify-ledger";

/** Results of verifications as they are kept, in a table that the app's database role may write. */

const world = await useWorld();
const { gateway, admin, tenantId, owner } = world;

const asRole = (statement: string) =>
  inTenant(world.db.database, tenantId, (tx) => tx.execute(sql.raw(statement)));
const verify = () => verifyLedger(admin, { mode: "full" }, gateway);
const last = async () => (await readAuditState(admin, gateway)).verifications[0]!;
const unproven = { state: "unproven", checked: {}, faults: [], fault_count: 0, head_seq: null };

beforeEach(async () => {
  await owner`DELETE FROM content_settings`;
  await world.propose(proposals.arNote());
  await sealLedger(gateway);
});

const makeFaulty = () =>
  asRole(`INSERT INTO content_settings (tenant_id, viewers_see_content, reason, changed_by_label)
    VALUES (${tenantId}, true, 'x', 'Mike Ortiz')`);

test("a result that the app kept is shown as it was found, intact or faulty", async () => {
  const intact = await verify();
  expect(await last()).toMatchObject({ state: "intact", checked: intact.checked, fault_count: 0 });
  await makeFaulty();
  const { faults } = await verify();
  expect(faults).toHaveLength(1);
  expect(await last()).toMatchObject({ state: "faulty", faults, fault_count: 1, started_by: admin.name });
});

describe("a kept result that was changed past the app proves nothing", () => {
  test.each([
    ["it is said to be intact", "intact = true, fault_count = 0, faults_json = '[]'"],
    ["a fault is left out", "faults_json = '[]'"],
    ["it is said to have counted less", "fault_count = 0"],
    ["it is said to have read more", `checked_json = checked_json || '{"events": 9999}'`],
    ["it is dated later", "ended_at = ended_at + interval '1 day'"],
    ["it is said to reach further", "head_seq = head_seq + 1"],
    ["its marks are moved", `marks_json = marks_json || '{"events": 9999}'`],
    ["its seal is taken away", "marks_json = marks_json - 'seal'"],
    ["its marks are none", "marks_json = '7'"],
  ])("%s", async (_, change) => {
    await makeFaulty();
    await verify();
    expect(await last()).toMatchObject({ state: "faulty" });
    await asRole(
      `UPDATE audit_verifications SET ${change} WHERE id = (SELECT max(id) FROM audit_verifications)`,
    );
    expect(await last()).toMatchObject(unproven);
  });

  test("a whole run is put in with the seal of an intact one", async () => {
    await verify();
    await asRole(`INSERT INTO audit_verifications (tenant_id, mode, started_by_label)
      VALUES (${tenantId}, 'full', '${admin.name}')`);
    await asRole(`UPDATE audit_verifications v SET ended_at = o.ended_at, intact = true, checked_json = o.checked_json,
        head_seq = o.head_seq, marks_json = o.marks_json
      FROM (SELECT * FROM audit_verifications WHERE intact ORDER BY id DESC LIMIT 1) o
      WHERE v.id = (SELECT max(id) FROM audit_verifications)`);
    expect(await last()).toMatchObject(unproven);
    expect(await verify()).toMatchObject({ intact: true });
    expect(await last()).toMatchObject({ state: "intact" });
  });
});
