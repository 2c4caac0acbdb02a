import { openOwner } from "@/db/client";
import { ownerUrl } from "./installation";

/**
 * How long a decision on a page may be taken back, for every company of the installation. Tests of other things set none,
 * so that their writes go out at once; those of the grace give it back (`afterAll`).
 */
export async function setGrace(seconds: number): Promise<void> {
  const owner = openOwner(ownerUrl(), { poolMax: 1 });
  await owner.begin(async (tx) => {
    await tx`INSERT INTO grace_settings (tenant_id, seconds, reason, changed_by_label)
      SELECT id, ${seconds}, 'tests', 'tests' FROM tenants
      ON CONFLICT (tenant_id) DO UPDATE SET seconds = excluded.seconds, changed_at = clock_timestamp()`;
    await tx`SELECT append_event(id, 'grace_setting', id, 'grace_setting.changed', 'system', 'tests',
        jsonb_build_object('seconds', ${seconds}::integer)) FROM tenants`;
  });
  await owner.end();
}
