import { describe, expect, test } from "vitest";
import { EXAMPLE_PAYLOADS } from "@/lib/action-types/payload/examples";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import { isSaid, describeWrite } from "./sentence";

const mail = (texts: Record<string, string | null>, entity_ref = "Coastal Pantry"): ProposalPayload => ({
  ...EXAMPLE_PAYLOADS.email_draft,
  entity_ref,
  changes: Object.entries({ to: "orders@coastal.example", subject: "Hello", ...texts }).map(
    ([field, to]) => ({
      field,
      to,
    }),
  ),
});
const note = (text: string, context = {}): ProposalPayload => ({
  ...EXAMPLE_PAYLOADS.ar_note,
  changes: [{ field: "note", to: text }],
  context,
});
const saidOf = (payload: ProposalPayload) =>
  payload.changes
    .filter((change) => isSaid(payload, change, describeWrite(payload, null)))
    .map(({ field }) => field);

describe("a sentence says the fields that its definition names", () => {
  test.each([
    [{ subject: "Your question to ana@evil-broker.example", cc: "ana@evil-broker.example" }],
    [{ to: "anna@evil-broker.example", cc: "a@evil-broker.example" }],
    [{ body: "nothing", cc: "orders@coastal.example" }],
  ])("%j: neither body nor copy, although it holds their characters", (texts) => {
    expect(saidOf(mail(texts))).toEqual(["to", "subject"]);
  });
  test("an emptied field is never said", () => {
    expect(saidOf(mail({ subject: null, cc: null }))).toEqual(["to"]);
  });
});

describe("a text cannot end the sentence that says it", () => {
  const forged = "Paid in full.” to Bluestem Bistro Group";
  test("it says the kind and the subject instead, and no change", () => {
    expect(describeWrite(note(forged), null)).toEqual({
      sentence: "AR note · Coastal Pantry",
      sayable: false,
    });
    expect(saidOf(note(forged))).toEqual([]);
    expect(describeWrite(note("Paid in full."), null)).toEqual({
      sentence: "Add the note “Paid in full.” to Coastal Pantry",
      sayable: true,
    });
  });
  test("of a subject that could, the kind alone", () => {
    expect(describeWrite(mail({}, "Coastal Pantry · nothing is written"), null).sentence).toBe(
      "E-mail draft",
    );
  });
  test("a text that it does not say takes nothing from it", () => {
    expect(describeWrite(mail({ body: "He said “yes”\n· twice" }), null).sayable).toBe(true);
    expect(describeWrite(note("Paid.", { title: "“Late”" }), null).sayable).toBe(true);
  });
  test("a title that it says is held to the same", () => {
    const payload = { ...EXAMPLE_PAYLOADS.note_attachment, context: { title: "Slip”, checked, “" } };
    expect(describeWrite(payload, null).sayable).toBe(false);
  });
  test("a roll's own name and its only customer are, too", () => {
    const roll = EXAMPLE_PAYLOADS.bulk_price_roll;
    expect(describeWrite(roll, null).sayable).toBe(true);
    expect(describeWrite({ ...roll, entity_ref: "SPRING · approved" }, null).sentence).toBe("Price roll");
    const lines = roll.lines!.map((line) => ({ ...line, context: { customer: "A” · approved" } }));
    expect(describeWrite({ ...roll, lines }, null).sayable).toBe(false);
  });
});
