import type { OwnerSql } from "../client";

export interface Entitlement {
  /** Null: every type. Absent: as before. */
  actionTypes?: readonly string[] | null;
  /** Absent: as before. */
  suspended?: boolean;
}

/** Sets what a tenant may have written, with its event; returns it in words. Null: there is no such tenant. */
export async function setEntitlement(
  owner: OwnerSql,
  slug: string,
  byLabel: string,
  { actionTypes, suspended }: Entitlement,
): Promise<string | null> {
  return owner.begin(async (tx) => {
    const [tenant] = await tx<
      { id: number; entitled_action_types: string[] | null; suspended_at: Date | null }[]
    >`SELECT id, entitled_action_types, suspended_at FROM tenants WHERE slug = ${slug} FOR UPDATE`;
    if (!tenant) return null;
    const types = actionTypes === undefined ? tenant.entitled_action_types : actionTypes;
    const isSuspended = suspended ?? tenant.suspended_at !== null;
    await tx`
      UPDATE tenants SET entitled_action_types = ${types as string[] | null}::text[],
        suspended_at = CASE WHEN ${isSuspended}::boolean THEN coalesce(suspended_at, clock_timestamp()) END
      WHERE id = ${tenant.id}`;
    const details = JSON.stringify({ action_types: types, suspended: isSuspended });
    await tx`SELECT append_event(${tenant.id}::bigint, 'tenant', ${tenant.id}::bigint, 'tenant.entitlement_changed',
      'person', ${byLabel}, ${details}::text::jsonb)`;
    return `${isSuspended ? "suspended; " : ""}${types === null ? "every action type" : types.join(", ")}`;
  });
}
