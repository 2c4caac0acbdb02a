import { describe, expect, test } from "vitest";
import { INTERACTION_TYPES, type InteractionType } from "./interaction";
import { areAlike, mayBeSuggested, stepOf, suggestionFrom, wordsAlone } from "./suggestion";

const question = (message: string, more: Record<string, unknown> = {}, type: InteractionType = "input") => ({
  interactionType: type,
  requestData: { message, ...more },
});

describe("two messages are alike", () => {
  test.each([
    ["with other numbers", "Which supplier delivers 10472?", "Which supplier delivers 9?"],
    ["with other ids", "Is SO-1234 late?", "Is SO-99 late?"],
    [
      "with other ids of 36 characters",
      "Is 0192ab3c-5d6e-7f80-9a1b-2c3d4e5f6071 late?",
      "Is 1b4e28ba-2fa1-11d2-883f-0016d3cca427 late?",
    ],
    ["with other dates", "Who drives on 2026-11-30?", "Who drives on 2026-12-01?"],
    ["with dates in words", "Who drives on Monday, 30 November 2026?", "Who drives on Tuesday, 1 Dec 2026?"],
    ["with other amounts", "Refund $1,250.50 to them?", "Refund $9 to them?"],
    ["with other days of a month", "Who drives on the 1st of May?", "Who drives on the 22nd of May?"],
    ["in upper case and with other blanks", "Which  Supplier\ndelivers 3", "which supplier delivers 4"],
    ["with digits of other alphabets", "Pallets: ٣", "Pallets: 12"],
  ])("%s", (_, one, other) => {
    expect(areAlike(question(one), question(other))).toBe(true);
  });

  test.each([
    ["for another name", "Which supplier delivers to Costco?", "Which supplier delivers to Walmart?"],
    ["that say the opposite", "Should order 5 be sent?", "Should order 5 not be sent?"],
    ["for another name beside a number", "Pay ACME-12 now?", "Pay GLOBEX-12 now?"],
    ["for other letters of an id", "Is SO-1234 late?", "Is PO-1234 late?"],
    ["in another currency", "Refund $9 to them?", "Refund €9 to them?"],
    ["in another currency by its letters", "Refund 9USD to them?", "Refund 9JPY to them?"],
    ["in another unit", "Add 5kg of it?", "Add 5mg of it?"],
    ["for a share", "Refund 10 of it?", "Refund 10% of it?"],
    ["below zero", "Book 10 for them?", "Book -10 for them?"],
    ["below zero, as ledgers have it", "Book 10 for them?", "Book (10) for them?"],
    ["that hide a no behind a footnote's digit", "Should it be sent by 5?", "Should it not¹ be sent by 5?"],
    ["that hide a no behind a digit", "Should it be sent by 5?", "Should it not1 be sent by 5?"],
    ["that hide a sentence behind a digit", "Keep record 1?", "Keep record 1,delete_all_others?"],
    // Blanks that are seen and are no blanks: a Braille pattern without dots, and a filler of Hangul.
    [
      "that hide one behind other blanks",
      "Keep record 1?",
      "Keep record 1\u2800and\u2800delete\u3164others?",
    ],
    ["for another month without a day", "Who drives in November?", "Who drives in December?"],
    ["in letters of another alphabet", "Which one, Pat?", "Which one, Pаt?"],
    ["without a word", "10472", "10473"],
    ["with nothing but signs", "5 %", "6 %"],
  ])("but not %s", (_, one, other) => {
    expect(areAlike(question(one), question(other))).toBe(false);
  });

  test("but not for another type, other options, or another schema", () => {
    const options = [{ value: "a", label: "A" }];
    expect(
      areAlike(question("Which?", { options }, "selection"), question("Which?", { options }, "selection")),
    ).toBe(true);
    for (const other of [
      question("Which?", { options: [{ value: "a", label: "B" }] }, "selection"),
      question("Which?", { options: [...options, { value: "b", label: "B" }] }, "selection"),
      question("Which?", { options, multiple: true }, "selection"),
      question("Which?", { options }),
    ])
      expect(areAlike(question("Which?", { options }, "selection"), other)).toBe(false);
    const schema = (maximum: number) => ({ schema: { type: "integer", maximum } });
    expect(areAlike(question("How many?", schema(5)), question("How many?", schema(6)))).toBe(false);
  });

  test("by a rule that keeps every word, and whatever stands in one word with a number", () => {
    expect(wordsAlone("May Anna send 12 boxes by 3 May?")).toBe("may anna send boxes by");
    expect(wordsAlone("Send 12, at $3.50 each, to ACME-7?")).toBe("send at $ each, to acme-?");
    expect(wordsAlone("7")).toBe(null);
  });
});

test("inputs and selections alone are suggested, and nothing that sends", () => {
  const suggested = INTERACTION_TYPES.filter((type) => mayBeSuggested(question("Which?", {}, type)));
  expect(suggested).toEqual(["input", "selection"]);
  for (const type of INTERACTION_TYPES)
    expect(mayBeSuggested(question("Which?", { sends: true }, type))).toBe(false);
});

test("a step is the same in every run and for every item", () => {
  expect(["41:ask", "42:ask", "42:ask:3"].map(stepOf)).toEqual(["ask", "ask", "ask"]);
  expect(stepOf("41:on_error:ask")).toBe("on_error:ask");
  expect(stepOf(null)).toBe(null);
});

describe("earlier answers speak for one", () => {
  const from = (...answers: unknown[]) =>
    suggestionFrom(
      "input",
      answers.map((answer) => ({ answer })),
    );

  test("where three or more are there, and two thirds of them agree", () => {
    expect(from("B", "B", "B")).toEqual({ answer: "B", agreed: 3, of: 3 });
    expect(from("B", "A", "B")).toEqual({ answer: "B", agreed: 2, of: 3 });
    expect(from("A", "B", "B", "B", "B")).toEqual({ answer: "B", agreed: 4, of: 5 });
    expect(from({ count: 2, why: "x" }, { why: "x", count: 2 }, { count: 2, why: "x" })).toMatchObject({
      agreed: 3,
    });
  });

  test("but not two, nor where fewer agree, nor where each question came to none", () => {
    expect(from("B", "B")).toBe(null);
    expect(from("B", "B", "A", "A")).toBe(null);
    expect(from("B", "B", "B", "A", "A")).toBe(null);
    expect(from("B", "A", "C")).toBe(null);
    expect(from(null, null, null)).toBe(null);
    expect(from()).toBe(null);
  });

  test("a question whose people gave different answers counts as one that does not agree", () => {
    expect(from("B", "B", null, null)).toBe(null);
    expect(from("B", "B", null)).toEqual({ answer: "B", agreed: 2, of: 3 });
  });

  test("free text agrees where it is exactly the same", () => {
    expect(from("Take route 5", "Take route 5", "take route 5.")).toMatchObject({ agreed: 2 });
    expect(from("Take route 5", "take route 5", "Take route 5 ")).toBe(null);
  });

  test("the ten newest count", () => {
    const newest = Array.from({ length: 10 }, (_, at) => (at < 7 ? "B" : "A"));
    expect(from(...newest, "A", "A", "A", "A")).toEqual({ answer: "B", agreed: 7, of: 10 });
  });

  test("several options agree in any order", () => {
    const answers = [
      ["a", "b"],
      ["b", "a"],
      ["a", "b"],
    ].map((answer) => ({ answer }));
    expect(suggestionFrom("selection", answers)).toEqual({ answer: ["a", "b"], agreed: 3, of: 3 });
    expect(suggestionFrom("input", answers)).toMatchObject({ agreed: 2 });
  });
});
