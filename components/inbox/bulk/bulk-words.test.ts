import { expect, test } from "vitest";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { markWarning } from "@/lib/core/action/marks";
import { answerOfRow, bulkChoice, bulkSummary, singlyWords, warningsOf } from "./bulk-words";
import { twinWarning } from "@/lib/view/action/twin";

const action = (risk_level: number, cents: number | null, parts: Partial<ActionSummary> = {}) =>
  ({
    risk_level,
    impact: { cents, currency: "USD", basis: null, lines_total: 1, lines_weighed: cents === null ? 0 : 1 },
    unshown: null,
    requires_step_up: false,
    approved_by_me: false,
    conflicts_with: [],
    ...parts,
  }) as ActionSummary;
const row = (id: number, outcome: string) => ({
  id,
  outcome,
  message: `${outcome}.`,
  status: null,
  decision: null,
  decided_by: null,
  decided_at: null,
});

test("L4, L5, step-ups, one's own votes and what a list does not show whole are approved one by one, each with its reason", () => {
  const choice = bulkChoice([
    action(3, 100_00),
    action(4, 1_000_00),
    action(1, 0, { unshown: "deceptive_characters" }),
    action(1, 0, { unshown: "uninspectable" }),
    action(1, 0, { unshown: "long_text" }),
    action(2, 0, { requires_step_up: true }),
    action(2, 0, { approved_by_me: true }),
  ]);
  expect(choice.approvable).toHaveLength(1);
  expect(choice.singly.map(({ why }) => why)).toEqual([
    "L4 High is approved one at a time.",
    "It holds characters that can deceive: open it.",
    "It cannot be shown whole: open it and read the raw payload.",
    "Its text is longer than the list shows: open it.",
    "L2 Low is approved one at a time.",
    "You have already approved it; the next approval has to come from somebody else.",
  ]);
});

test("of those that ask for different values none is approved together, whichever of two names the other", () => {
  const conflict = (id: number) => ({
    id,
    agent: "pricer",
    author: null,
    words: `#${id} by pricer asks for $2 here`,
  });
  const choice = bulkChoice([
    action(2, 100_00, { id: 7, conflicts_with: [conflict(8), conflict(99)] }),
    action(2, 100_00, { id: 8 }),
    action(2, 100_00, { id: 9, conflicts_with: [conflict(99)] }),
    action(4, 100_00, { id: 10, conflicts_with: [conflict(8)] }),
  ]);
  expect(choice.approvable.map(({ id }) => id)).toEqual([9]);
  const ask = "of the same record and field: decide it on its own.";
  expect(choice.singly.map(({ action: { id }, why }) => [id, why])).toEqual([
    [7, `#8 of the same selection asks for another value ${ask}`],
    [8, `#7 and #10 of the same selection ask for other values ${ask}`],
    [10, `#8 of the same selection asks for another value ${ask}`],
  ]);
  expect(singlyWords(choice)).toMatch(
    /^3 of them are approved one by one: .*what conflicts within the selection/,
  );
});

test("a row of the list warns of its marks and of others that wait for the same record, as its card does", () => {
  const alone = { marks: [], same_write: null, conflicts_with: [] };
  expect(warningsOf(action(3, 100_00, alone))).toEqual([]);
  const conflict = { id: 5, agent: "pricer", author: null, words: "#5 by pricer asks for $2 here" };
  const beside = { same_write: { id: 4, words: twinWarning(4) }, conflicts_with: [conflict] };
  expect(warningsOf(action(3, 100_00, { marks: ["new_bank_details"], ...beside }))).toEqual([
    markWarning("new_bank_details"),
    expect.stringMatching(/^The same write also waits as #4.* \(and 1 more\)$/),
  ]);
});

test("the worth of a selection adds amounts without their signs, and says how many are not known", () => {
  const choice = bulkChoice([action(1, 500_00), action(1, -200_00), action(4, null)]);
  expect(choice.approvableWorth).toBe("$700 in all");
  expect(choice.worth).toBe("$700 in all, 1 not known");
  expect(bulkChoice([action(1, null)]).worth).toBe("impact not known");
});

test("a row leaves the list once it no longer waits, and stays where it still does", () => {
  expect(answerOfRow(row(1, "claimed"))).toMatchObject({ tone: "good", leaves: true });
  expect(answerOfRow(row(1, "already_decided"))).toMatchObject({ tone: "neutral", leaves: true });
  for (const outcome of ["vote_recorded", "changed", "blocked", "not_bulk", "not_allowed"])
    expect(answerOfRow(row(1, outcome)).leaves, outcome).toBe(false);
});

test("a summary counts as done what was decided or voted, and nothing else", () => {
  const results = [row(1, "claimed"), row(2, "vote_recorded"), row(3, "expired")];
  expect(bulkSummary({ results }, "approve")).toBe("2 actions approved, 1 not");
  expect(bulkSummary({ results: results.slice(0, 1) }, "reject")).toBe("1 action rejected");
});
