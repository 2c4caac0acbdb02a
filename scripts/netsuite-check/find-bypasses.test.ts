import { describe, expect, test } from "vitest";
import type { SystemNote } from "./answers";
import { type Proof, findBypasses, groupWrites } from "./find-bypasses";
import { gatherProofs } from "./read-proofs";

const note = (more: Partial<SystemNote> = {}): SystemNote => ({
  record: { type: "customer", id: "704" },
  at: "2026-11-20T13:05:00.000Z",
  by: "Countersign",
  role: "Countersign integration",
  field: "Credit Limit",
  from: "60000",
  to: "75000",
  kind: "Change",
  context: "RESTlet",
  ...more,
});
const proof = (more: Partial<Proof> = {}): Proof => ({
  key: "cs-1-1",
  record: { type: "customer", id: "704" },
  at: "2026-11-20T13:05:41.000Z",
  values: ["75000"],
  ...more,
});

describe("notes become saves", () => {
  test("fields of one record, user and minute are one save", () => {
    expect(groupWrites([note(), note({ field: "Hold", from: "AUTO", to: "ON" })])).toHaveLength(1);
  });
  test("a field that goes on from where it had just arrived is a second save, in whatever order they come", () => {
    const second = note({ from: "75000", to: "99000" });
    expect(groupWrites([note(), second])).toHaveLength(2);
    expect(groupWrites([second, note()])).toHaveLength(2);
  });
  test("a note that comes once per line is one note", () => {
    expect(groupWrites([note(), note(), note()])).toHaveLength(1);
    expect(groupWrites([note(), note()])[0]?.fields).toHaveLength(1);
  });
  test.each([
    ["record", { record: { type: "customer", id: "705" } }],
    ["user", { by: "somebody" }],
    ["role", { role: "Pricing agent" }],
    ["minute", { at: "2026-11-20T13:06:00.000Z" }],
  ])("another %s is another save", (_name, more) => {
    expect(groupWrites([note(), note({ field: "Hold", ...more })])).toHaveLength(2);
  });
});

describe("a proof excuses one save", () => {
  test("of its record at its time", () => {
    expect(findBypasses([note()], [proof()])).toEqual([]);
    expect(findBypasses([note()], [proof({ record: { type: "customer", id: "705" } })])).toHaveLength(1);
    expect(findBypasses([note()], [proof({ at: "2026-11-20T13:08:00.000Z" })])).toHaveLength(1);
  });
  test("and no second one: the one with its value is excused", () => {
    const bypass = note({ from: "75000", to: "99000" });
    const bypasses = findBypasses([bypass, note()], [proof()]);
    expect(bypasses.map(({ fields }) => fields[0]?.to)).toEqual(["99000"]);
  });
  test("the writes that are left come newest first", () => {
    const earlier = note({ at: "2026-11-19T08:00:00.000Z" });
    expect(findBypasses([earlier, note()], []).map(({ at }) => at)).toEqual([note().at, earlier.at]);
  });
  test("two proofs excuse two saves", () => {
    const again = note({ from: "75000", to: "80000" });
    expect(findBypasses([note(), again], [proof(), proof({ key: "cs-1-2", values: ["80000"] })])).toEqual([]);
  });
  test("where the time cannot be read, by its value alone, however it is spelt", () => {
    expect(findBypasses([note({ at: null, to: "$75,000.00" })], [proof()])).toEqual([]);
    expect(findBypasses([note({ at: null, to: "1" })], [proof()])).toHaveLength(1);
  });
});

describe("the proofs that count", () => {
  const row = {
    action_key: "cs-1-1",
    state: "applied",
    record: { type: "customer", id: "704" },
    committed_at: "2026-11-20T13:05:41.000Z",
    values: ["75000"],
  };
  const receipt = {
    actionKey: "cs-1-1",
    status: "applied" as const,
    recordType: "customer",
    recordId: "704",
    committedAt: "2026-11-20T13:05:41.000Z",
    completedAt: "2026-11-20T13:05:42Z",
    values: ["75000"],
  };
  test("without a database the ledger's rows, unfinished ones aside", () => {
    expect(gatherProofs([row], null).proofs).toEqual([proof()]);
    expect(gatherProofs([{ ...row, record: { type: "", id: "" } }], null).proofs).toEqual([]);
  });
  test("with one, a row of the ledger whose key no receipt knows proves nothing and is named", () => {
    expect(gatherProofs([row], [])).toEqual({ proofs: [], unknownKeys: ["cs-1-1"], openReceipts: 0 });
  });
  test("a receipt proves alone, and one action is one proof", () => {
    expect(gatherProofs([], [receipt]).proofs).toEqual([proof()]);
    expect(gatherProofs([row], [receipt]).proofs).toHaveLength(1);
  });
  test("receipts without an outcome are counted", () => {
    const open = { ...receipt, status: "unknown" as const, recordType: null, recordId: null };
    expect(gatherProofs([], [open])).toMatchObject({ proofs: [], openReceipts: 1 });
  });
});
