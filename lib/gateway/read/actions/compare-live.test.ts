import { describe, expect, test } from "vitest";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import { compareLive } from "./compare-live";

/** A customer whose terms were `shown` at the proposal. */
const shownAs = (terms: string | null) => ({ factsJson: { values: { terms } }, factsReadAt: new Date(0) });
const changeFrom = (from?: string | null): ProposalPayload => ({
  action_type: "customer_terms_change",
  entity_type: "customer",
  entity_ref: "Driscoll's",
  changes: [{ field: "terms", ...(from === undefined ? {} : { from }), to: "Net 30" }],
  context: {},
});
const findingOf = (shown: string | null, from: string | null | undefined, now: string | null) =>
  compareLive(shownAs(shown), changeFrom(from), [{ field: "terms", value: now }]).finding;

describe("the record as it is now", () => {
  test.each([
    ["that was to be empty and is", "Net 60", null, null, "holds"],
    ["that was to be empty and holds the value that was shown", "Net 60", null, "Net 60", "drifted"],
    ["that was to be empty and holds another one", null, null, "Net 60", "drifted"],
    ["that was to hold a value and holds it", null, "Net 60", "Net 60", "holds"],
    ["that was to hold a value and holds another", "Net 60", "Net 60", "Net 15", "drifted"],
  ] as const)("a field %s: %s, %s, %s → %s", (_words, shown, from, now, finding) => {
    expect(findingOf(shown, from, now)).toBe(finding);
  });

  test("a field of which the change demands nothing is compared with the value that was shown", () => {
    expect(findingOf("Net 60", undefined, "Net 60")).toBe("holds");
    expect(findingOf("Net 60", undefined, null)).toBe("moved");
  });
});
