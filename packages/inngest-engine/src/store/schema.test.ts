import { expect, test } from "vitest";
import { openEmptyStore } from "../../testing/store";
import { migrations } from "./migrations";
import { migrate } from "./schema";

test("engines that start at the same time on an empty database apply each migration once", async () => {
  const db = await openEmptyStore();
  await Promise.all([migrate(db), migrate(db)]);
  await migrate(db);
  expect(await db`select version from inngest_engine.migrations`).toHaveLength(migrations.length);
});
