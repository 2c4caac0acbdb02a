import type { OwnerSql } from "@/db/client";
import type { SwitchName } from "@/lib/core/kill-switch";
import { sealRelease } from "@/lib/gateway/switch-seal";

/** Puts every engaged switch back between tests, as the tables' owner: with the seal of its counter, and without an event. */
export async function releaseEverySwitch(owner: OwnerSql): Promise<void> {
  const engaged = await owner<{ id: number; tenantId: number | null; name: SwitchName; flips: number }[]>`
    SELECT id, tenant_id AS "tenantId", name, flips FROM kill_switches WHERE engaged`;
  for (const row of engaged)
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
