import { afterAll, expect, test } from "vitest";
import { createDatabase } from "../../testing/harness";
import { openPool } from "./connection";
import { migrations } from "./migrations";
import { migrate } from "./schema";

test("engines that start at the same time on an empty database apply each migration once", async () => {
  const database = await createDatabase();
  const db = openPool(database.url);
  afterAll(async () => {
    await db.end();
    await database.drop();
  });
  await Promise.all([migrate(db), migrate(db)]);
  await migrate(db);
  expect(await db`select version from inngest_engine.migrations`).toHaveLength(migrations.length);
});
