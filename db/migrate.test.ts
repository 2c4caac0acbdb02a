import { randomBytes } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { expect, test } from "vitest";
import { bootstrapDatabase } from "./bootstrap";
import { migrateDatabase } from "./migrate";

const folder = fileURLToPath(new URL("./migrations", import.meta.url));

interface Journal {
  entries: { idx: number; when: number; tag: string; breakpoints: boolean }[];
}
const readJournal = async () =>
  JSON.parse(await readFile(path.join(folder, "meta/_journal.json"), "utf8")) as Journal;

test("the journal lists every migration exactly once, in the order of its number and of its time", async () => {
  const { entries } = await readJournal();
  const files = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  expect(entries.map((entry) => `${entry.tag}.sql`)).toEqual(files);
  expect(entries.map((entry) => entry.idx)).toEqual(entries.map((_, index) => index));
  expect(files.map((name) => Number(name.slice(0, 4)))).toEqual(entries.map((entry) => entry.idx));
  // The migrator passes over whatever is older than the last it applied.
  for (const [index, { when, tag }] of entries.entries()) {
    if (index > 0) expect(when, tag).toBeGreaterThan(entries[index - 1]!.when);
  }
});

test("four migrators at once all succeed, each migration is applied once, and another run changes nothing", async () => {
  const superuserUrl = process.env.TEST_POSTGRES_URL!;
  const name = `test_${randomBytes(6).toString("hex")}`;
  const gate = postgres(superuserUrl, { max: 1, onnotice: () => {} });
  await gate`SELECT pg_advisory_lock(1)`;
  const urls = await bootstrapDatabase(superuserUrl, name, { owner: "owner", app: "app", engine: "engine" });
  await gate`SELECT pg_advisory_unlock(1)`;
  const owner = postgres(urls.owner, { max: 1, onnotice: () => {} });
  try {
    await Promise.all([1, 2, 3, 4].map(() => migrateDatabase(urls.owner)));
    const { entries } = await readJournal();
    const applied = () => owner`SELECT id, hash, created_at FROM drizzle.__drizzle_migrations ORDER BY id`;
    const first = await applied();
    expect(first).toHaveLength(entries.length);
    await migrateDatabase(urls.owner);
    expect(await applied()).toEqual(first);
    expect(await owner`SELECT name FROM kill_switches ORDER BY name`).toEqual([
      { name: "high_risk_ops" },
      { name: "ns_writes" },
      { name: "proposed_apply" },
    ]);
  } finally {
    await owner.end();
    await gate.unsafe(`DROP DATABASE "${name}" WITH (FORCE)`);
    await gate.end();
  }
});
