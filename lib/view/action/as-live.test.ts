import { describe, expect, test } from "vitest";
import type { ActionSummary, ChangeView } from "@/lib/contract/actions/action-view";
import type { LiveView, Reproposal } from "@/lib/contract/actions/live-view";
import {
  asLive,
  isSameReading,
  proposeFromWords,
  takesTooMuch,
  changesMeaning,
  whyNotByRecord,
} from "./as-live";

const change = (more: Partial<ChangeView> = {}): ChangeView => ({
  field: "price",
  label: "price",
  kind: "money",
  from: "1.42",
  proposed_live: "1.42",
  to: "1.48",
  delta: "0.06",
  delta_percent: "4.2254",
  is_difference: false,
  said: true,
  leaves: null,
  ...more,
});
const action = {
  id: 1,
  status: "pending",
  sentence: "Raise it from $1.42 to $1.48",
  changes: [change()],
  details: ["B5875"],
  impact: { cents: 54_000, currency: "USD", basis: null },
  risk_level: 3,
  risk_rule: "small",
  rule_words: "it is small",
} as unknown as ActionSummary;
const reproposal = {
  sentence: "Lower it from $1.50 to $1.48",
  changes: [change({ from: "1.50", proposed_live: "1.50", delta: "-0.02", delta_percent: "-1.3333" })],
  details: ["B5875"],
  impact: { cents: -18_000, currency: "USD", basis: null },
  risk_level: 4,
  risk_rule: "large",
  rule_words: "it is large",
} as unknown as Reproposal;
const read = (more: Partial<Extract<LiveView, { state: "read" }>> = {}): LiveView => ({
  state: "read",
  read_at: "2026-11-20T12:00:00Z",
  values: [{ field: "price", value: "1.50", drifted: true }],
  drifted: true,
  last_modified_at: null,
  last_modified_by: null,
  why_not_approvable: "The record changed.",
  reproposal,
  ...more,
});
const unreadable: LiveView = { state: "unreadable", reason: "Down.", why_not_approvable: null };

describe("under drift", () => {
  test("sentence, difference, impact and tier are those of the live value", () => {
    expect(asLive(action, read())).toMatchObject({
      sentence: reproposal.sentence,
      changes: [{ delta: "-0.02" }],
      impact: { cents: -18_000 },
      risk_level: 4,
    });
  });
  test("an action that can be approved as it stands keeps its tier and its gesture", () => {
    expect(asLive(action, read({ why_not_approvable: null }))).toMatchObject({
      sentence: reproposal.sentence,
      risk_level: 3,
    });
  });
  test("an action that was decided stays as it was decided", () => {
    const decided = { ...action, status: "applied" } as ActionSummary;
    expect(asLive(decided, read())).toBe(decided);
    expect(whyNotByRecord(decided, read())).toBeNull();
  });
});

test("the verb names the live value, or the record where there are several values or text", () => {
  expect(proposeFromWords(action, reproposal)).toBe("Propose from $1.50");
  const words = "Propose from the record as it is now";
  const text = { ...reproposal, changes: [change({ kind: "text", proposed_live: "Net 30" })] };
  expect(proposeFromWords(action, text)).toBe(words);
  expect(proposeFromWords(action, { ...reproposal, changes: [change(), change()] })).toBe(words);
});

test("a proposal takes too much where a stock is left below zero, and only there", () => {
  const leaving = (...left: (string | null)[]) => ({ changes: left.map((leaves) => change({ leaves })) });
  expect([leaving("-2"), leaving("5", "-0.5")].map(takesTooMuch)).toEqual([true, true]);
  expect([leaving("0"), leaving("7"), leaving(null), leaving()].map(takesTooMuch)).toEqual(
    Array(4).fill(false),
  );
});

test("a reading turns the meaning of a press where it speaks for or against it now, starts from another value, or fails for the first time", () => {
  const calm = read({ drifted: false, why_not_approvable: null });
  expect(changesMeaning(undefined, calm)).toBe(false);
  expect(changesMeaning(undefined, read())).toBe(true);
  expect(changesMeaning(calm, { ...calm })).toBe(false);
  expect(changesMeaning(read(), calm)).toBe(true);
  expect(changesMeaning(read(), unreadable)).toBe(true);
  expect(changesMeaning(calm, unreadable)).toBe(true);
  expect(changesMeaning(undefined, unreadable)).toBe(true);
  expect(changesMeaning(unreadable, { ...unreadable, reason: "Busy." } as LiveView)).toBe(false);
  // The record speaks against nothing, but every figure starts from its value now.
  const moved = read({ why_not_approvable: null });
  expect(changesMeaning(undefined, moved)).toBe(true);
  expect(changesMeaning(unreadable, moved)).toBe(true);
  expect(changesMeaning(moved, unreadable)).toBe(true);
  expect(changesMeaning(unreadable, calm)).toBe(false);
  expect(changesMeaning(read(), read({ values: [{ field: "price", value: "1.51", drifted: true }] }))).toBe(
    true,
  );
});

test("a reading is the one that was seen only with the same state and the same values", () => {
  expect(isSameReading(read(), read({ read_at: "2026-11-20T12:01:00Z" }))).toBe(true);
  const other = read({ values: [{ field: "price", value: "1.51", drifted: true }] });
  expect(isSameReading(read(), other)).toBe(false);
  expect(isSameReading(read(), unreadable)).toBe(false);
  expect(isSameReading(unreadable, unreadable)).toBe(true);
  expect(isSameReading(unreadable, read({ drifted: false, why_not_approvable: null }))).toBe(true);
  expect(isSameReading(unreadable, read({ why_not_approvable: null }))).toBe(false);
  // Nobody has read it yet: the card shows the record as it was proposed from.
  expect(isSameReading(undefined, read({ drifted: false, why_not_approvable: null }))).toBe(true);
  expect(isSameReading(undefined, read({ why_not_approvable: null }))).toBe(false);
  expect(isSameReading(undefined, unreadable)).toBe(false);
});
