import postgres from "postgres";
import { afterAll } from "vitest";
import { superuserUrlOf } from "./rows";
import { type TestDatabase, type TestDatabaseOptions, createTestDatabase } from "./test-database";

/** The database of one test file. It is dropped after the file's last test. */
export async function useTestDatabase(options?: TestDatabaseOptions): Promise<TestDatabase> {
  const db = await createTestDatabase(options);
  afterAll(() => db.drop());
  return db;
}

/** A connection past every guard and wall, for as long as the file's tests run. */
export function useSuperuser(db: TestDatabase): postgres.Sql {
  const superuser = postgres(superuserUrlOf(db), { max: 2, onnotice: () => {} });
  afterAll(() => superuser.end());
  return superuser;
}
