import type { OwnerSql } from "@/db/client";
import type { StoredSwitch } from "@/db/queries/controls/kill-switches";
import type { SwitchName } from "@/lib/core/kill-switch";
import { isReleased, sealRelease } from "@/lib/gateway/controls/switch-seal";

/** Puts every switch that halts back between tests, as the tables' owner: with the seal of its counter, and without an event. */
export async function releaseEverySwitch(owner: OwnerSql): Promise<void> {
  const rows = await owner<StoredSwitch[]>`
    SELECT id, tenant_id AS "tenantId", name, engaged, flips, release_seal AS "releaseSeal" FROM kill_switches`;
  for (const row of rows.filter((each) => !isReleased(each)))
    await owner`UPDATE kill_switches SET engaged = false, release_seal = ${sealRelease(row)} WHERE id = ${row.id}`;
}

/** Releases the tenant's own switches, each with its event and its seal. */
export async function releaseOwnSwitches(owner: OwnerSql, tenantId: number): Promise<void> {
  const engaged = await owner<{ name: SwitchName; flips: number }[]>`
    SELECT name, flips FROM kill_switches WHERE tenant_id = ${tenantId} AND engaged`;
  for (const { name, flips } of engaged) {
    const seal = sealRelease({ tenantId, name, flips: flips + 1 });
    await owner`SELECT flip_switch(${tenantId}::bigint, ${name}, false, 'test', 'test', ${flips}, ${seal})`;
  }
}
