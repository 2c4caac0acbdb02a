import { expect, test } from "vitest";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import type { LiveView } from "@/lib/contract/actions/live-view";
import { beginReview, lookAgainAt } from "./bulk-review";
import { bulkChoice } from "./bulk-words";

const action = (id: number) =>
  ({
    id,
    status: "pending",
    risk_level: 3,
    sentence: "as proposed",
    impact: { cents: 100_00, currency: "USD", basis: null, lines_total: 1, lines_weighed: 1 },
    unshown: null,
    requires_step_up: false,
    approved_by_me: false,
    conflicts_with: [] as ActionSummary["conflicts_with"],
  }) as ActionSummary;

const holds = { state: "read", values: [], drifted: false, why_not_approvable: null } as unknown as LiveView;
/** The record moved, and the approval still writes what it says. */
const moved = {
  state: "read",
  values: [{ field: "rate", value: "1.51", drifted: true }],
  drifted: true,
  why_not_approvable: null,
  reproposal: { sentence: "from the present value", changes: [], impact: { cents: 200_00, currency: "USD" } },
} as unknown as LiveView;
const movedAgainst = { ...moved, why_not_approvable: "It moved." } as LiveView;
const unreadable = { state: "unreadable", reason: "Busy.", why_not_approvable: null } as LiveView;

const original = bulkChoice([action(1), action(2)]);
const read = (one: LiveView, two: LiveView) =>
  new Map([
    [1, one],
    [2, two],
  ]);

test("a row whose record holds again shows the figures that it was proposed with", () => {
  const review = beginReview(original, read(moved, holds));
  expect(review.choice.approvable[0]!.sentence).toBe("from the present value");
  const again = lookAgainAt(review, original, new Map([[1, holds]]));
  expect(again).toMatchObject({ turns: 1, turn: "changed" });
  expect(again.choice.approvable.map(({ sentence }) => sentence)).toEqual(["as proposed", "as proposed"]);
  expect(again.choice.approvableWorth).toBe("$200 in all");
});

test("a record that can no longer be read lets nothing be sent before the reader has heard of it", () => {
  const review = beginReview(original, read(holds, holds));
  const again = lookAgainAt(review, original, read(holds, unreadable));
  expect(again).toMatchObject({ turns: 1, turn: "unread" });
  expect(lookAgainAt(again, original, read(holds, unreadable))).toBe(again);
});

test("a row that an earlier reading spoke against stays left out when others change", () => {
  const review = beginReview(original, read(movedAgainst, holds));
  const again = lookAgainAt(review, original, new Map([[2, moved]]));
  expect(again.choice.approvable.map(({ id }) => id)).toEqual([2]);
  expect(again.choice.singly.map(({ why }) => why)).toEqual(["It moved."]);
});

test("a list whose records read as before is sent as it stands, whatever happened to a row that it leaves out", () => {
  const review = beginReview(original, read(movedAgainst, holds));
  expect(lookAgainAt(review, original, read(holds, { ...holds }))).toBe(review);
});
