import * as fc from "fast-check";
import { expect, test } from "vitest";
import { CARD_LIMITS } from "@/lib/core/action/unshown";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import { examples } from "@/lib/action-types/testing/read-examples";
import { findUnshown } from "./find-unshown";

const note = (to: string, more: Partial<ProposalPayload> = {}): ProposalPayload => ({
  ...examples.ar_note.payload,
  changes: [{ field: "note", to }],
  ...more,
});

test("a card shows the example of every type whole, but for rolls", () => {
  for (const [type, { payload }] of Object.entries(examples))
    expect(findUnshown(payload), type).toBe(payload.lines === undefined ? null : "roll");
});

test.each<[string, ProposalPayload, string]>([
  ["a long text", note("x".repeat(161)), "long_text"],
  [
    "a long value that is overwritten",
    note("x", { changes: [{ field: "note", from: "x".repeat(161), to: "y" }] }),
    "long_text",
  ],
  ["a long text beside the changes", note("x", { context: { title: "x".repeat(161) } }), "long_text"],
  ["many lines of text", note("1\n2\n3\n4\n5\n6\n7"), "many_text_lines"],
  [
    "many changes",
    note("x", { changes: Array.from({ length: 5 }, () => ({ field: "note", to: "1" })) }),
    "many_changes",
  ],
  ["a hidden character", note("Pay \u202eevil"), "deceptive_characters"],
  ["a letter that poses as another", note("Driscоll's"), "deceptive_characters"],
  [
    "deceit where the card does not look",
    note("x", { context: { ticket: "a\u200bb" } }),
    "deceptive_characters",
  ],
  ["a type that this version does not know", note("x", { action_type: "payment_release" }), "uninspectable"],
])("%s is opened before it is approved", (_what, payload, reason) => {
  expect(findUnshown(payload)).toBe(reason);
});

test("a text at the very limits of a card is shown whole", () => {
  expect(findUnshown(note("x".repeat(CARD_LIMITS.textLengthMax)))).toBeNull();
  expect(findUnshown(note("1\n2\n3\n4\n5\n6"))).toBeNull();
});

test("whatever is added to a text that a card cannot show, it stays unshown", () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 161, maxLength: 400 }),
      fc.string({ maxLength: 100 }),
      (long, more) => {
        expect(findUnshown(note(long + more))).not.toBeNull();
        expect(findUnshown(note(more + long))).not.toBeNull();
      },
    ),
  );
});
