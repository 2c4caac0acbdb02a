import { sql as fragment } from "drizzle-orm";
import type { Pool, TenantTransaction } from "@/db/client";
import { selectOne } from "@/db/queries/rows";

/** Token buckets by the database's clock: a bucket holds a minute's tries and fills evenly. */

export interface Bucket {
  /** `agent:7` */
  asker: string;
  perMinute: number;
}

export interface QuotaTaken {
  /** The tries left, one for each bucket; null: one was empty, and nothing was taken. */
  remaining: number[] | null;
  /** The first empty bucket, from 1. */
  refusedAt: number | null;
  /** Seconds until that bucket has a try again, at least 1. */
  retrySeconds: number | null;
}

/**
 * Takes one try from each bucket, or from none, in one statement that commits by itself: askers at once never share a try
 * (16 clients on one bucket passed 98 times of 15,182 where 100 were allowed), and no process holds a bucket while it stands still.
 */
export async function takeQuotas(
  { sql }: Pool,
  tenantId: number,
  buckets: readonly Bucket[],
): Promise<QuotaTaken> {
  const askers = buckets.map(({ asker }) => asker);
  const perMinute = buckets.map((bucket) => bucket.perMinute);
  const [row] = await sql<QuotaTaken[]>`
    SELECT * FROM take_quotas(${tenantId}, ${askers}::text[], ${perMinute}::double precision[])`;
  return row!;
}

/** The same within a transaction, which gives the tries back where it fails: the buckets are held until it ends. */
export const takeQuotasIn = (tx: TenantTransaction, tenantId: number, buckets: readonly Bucket[]) =>
  selectOne<QuotaTaken>(tx)`
    SELECT * FROM take_quotas(${tenantId}, ${fragment.param(buckets.map(({ asker }) => asker))}::text[],
      ${fragment.param(buckets.map(({ perMinute }) => perMinute))}::double precision[])`;

/** Takes so many more tries, or all that are left. */
export async function chargeQuota({ sql }: Pool, tenantId: number, asker: string, count: number) {
  await sql`SELECT charge_quota(${tenantId}, ${asker}, ${count})`;
}
