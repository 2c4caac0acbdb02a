import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openAccount, writeNote, writePrice } from "../testing/open-account";

let dataDir: string;
beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "simulated-account-"));
});
afterEach(() => fs.rmSync(dataDir, { recursive: true, force: true }));

const open = () => openAccount({ dataDir });
const applied = (more: Record<string, unknown> = {}) => ({ body: { verdict: "applied", ...more } });

describe("a restart", () => {
  it("keeps records, ledger rows, the auditor's commits and the next free id", async () => {
    const before = await open();
    await before.call(writePrice("k1"));
    const note = await before.call(writeNote("k2"));
    await before.remove("customer", "Two Rivers Commissary");
    await before.close();

    const after = await open();
    expect(await after.look("bid_price", "B5875:10472")).toMatchObject({ price: "1.48", version: 2 });
    expect(await after.look("customer", "Two Rivers Commissary")).toMatchObject({ httpStatus: 404 });
    expect(await after.call(writePrice("k1"))).toMatchObject(applied({ duplicate: true }));
    expect(await after.commits("k1")).toHaveLength(1);
    const another = await after.call(writeNote("k3"));
    expect(note).toMatchObject(applied({ record: { id: "1001" } }));
    expect(another).toMatchObject(applied({ record: { id: "1002" } }));
    await after.close();
  });

  it("after a kill in the middle of a line keeps every whole step", async () => {
    const before = await open();
    await before.call(writePrice("k1"));
    await before.close();
    fs.appendFileSync(path.join(dataDir, "journal.jsonl"), '{"puts":[{"type":"cust');

    const after = await open();
    expect(await after.look("bid_price", "B5875:10472")).toMatchObject({ price: "1.48" });
    expect(await after.call(writeNote("k2"))).toMatchObject(applied());
    await after.close();
    const again = await open();
    expect(await again.commits("k2")).toHaveLength(1);
    await again.close();
  });

  it("a file damaged before its last line is refused, not guessed at", async () => {
    const before = await open();
    await before.call(writePrice("k1"));
    await before.close();
    const file = path.join(dataDir, "journal.jsonl");
    fs.writeFileSync(file, `broken\n${fs.readFileSync(file, "utf8")}`);
    await expect(open()).rejects.toThrow(SyntaxError);
  });
});
