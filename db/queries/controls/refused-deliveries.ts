import type { Database } from "@/db/client";

/** Deliveries of providers that were refused. They belong to no tenant. */

export interface RefusedCounts {
  forged: number;
  malformed: number;
}

/** Adds to the counts of one route in its five minutes. */
export async function noteRefusedDeliveries(
  { sql }: Database,
  { route, beganAt, forged, malformed }: RefusedCounts & { route: string; beganAt: Date },
): Promise<void> {
  await sql`
    SELECT note_refused_deliveries(${route}, ${beganAt.toISOString()}, ${forged}::integer, ${malformed}::integer)`;
}

/** Refused deliveries by route. A missing route has refused none. */
export const countRefusedDeliveries = async (
  { sql }: Database,
  since: Date,
): Promise<(RefusedCounts & { route: string })[]> =>
  sql<(RefusedCounts & { route: string })[]>`
    SELECT route, forged, malformed FROM count_refused_deliveries(${since.toISOString()})`;
