import postgres from "postgres";
import { afterAll } from "vitest";
import type { TestDatabase } from "./test-database";

/** One connection of the app's role, and transactions of it as the running app has them. */
export function useAppRole(db: Pick<TestDatabase, "urls">) {
  const app = postgres(db.urls.app, { max: 1, onnotice: () => {} });
  afterAll(() => app.end());

  /** One transaction that has named its tenant, or none. */
  async function asTenant<T>(
    tenantId: number | null,
    work: (tx: postgres.TransactionSql) => Promise<T>,
  ): Promise<T> {
    return (await app.begin(async (tx) => {
      if (tenantId !== null) await tx`SELECT set_config('app.tenant_id', ${String(tenantId)}, true)`;
      return work(tx);
    })) as T;
  }

  return { app, asTenant };
}
