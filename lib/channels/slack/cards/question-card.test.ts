import { describe, expect, test } from "vitest";
import { findMessageFaults, findModalFaults } from "@countersign/slack-double";
import type { Card } from "@/lib/channels/card";
import type { SlackValue } from "@/lib/channels/slack/inbound/interaction";
import { buttonNames, textOf } from "@/lib/channels/slack/testing/card-parts";
import { OPTIONS, REF, exampleQuestion } from "@/lib/channels/slack/testing/examples";
import { readInputs } from "./answer-inputs";
import {
  type AnswerableQuestion,
  answerModal,
  answerOfButton,
  formOfAnswer,
  questionCard,
} from "./question-card";

describe("the card of a question", () => {
  const card = (over: Partial<Card> = {}) => questionCard(exampleQuestion(over));
  const offering = (offer: Partial<Extract<Card["offer"], { kind: "answer" }>>) => ({
    kind: "answer" as const,
    type: "input" as const,
    options: null,
    multiple: false,
    schema: null,
    ...offer,
  });
  const answerable = (offer: Partial<AnswerableQuestion>): AnswerableQuestion => ({
    ...offering(offer),
    message: "How much?",
  });

  test("offers a few options as buttons, and the button's number is its answer", () => {
    const rendered = card();
    expect(findMessageFaults(rendered)).toEqual([]);
    expect(buttonNames(rendered)).toEqual(["choose_0", "choose_1", "choose_2", "open"]);
    const selection = answerable({ type: "selection", options: OPTIONS });
    expect(answerOfButton(selection, "choose_1")).toBe("b");
    for (const button of ["choose_3", "choose_01", "choose_", "yes", "approve"])
      expect(answerOfButton(selection, button)).toBeUndefined();
    expect(answerOfButton(answerable({ type: "input" }), "yes")).toBeUndefined();
  });

  test("an approval has yes and no, each of them its answer", () => {
    const approval = offering({ type: "approval", schema: {} });
    expect(buttonNames(card({ offer: approval }))).toEqual(["yes", "no", "open"]);
    expect(answerOfButton({ ...approval, message: "May I?" }, "yes")).toEqual({ approved: true });
    expect(answerOfButton({ ...approval, message: "May I?" }, "no")).toEqual({ approved: false });
  });

  const schema = {
    type: "object",
    required: ["amount", "kind"],
    properties: {
      amount: { type: "number", minimum: 1 },
      kind: { enum: ["fresh", "frozen"] },
      days: { type: "array", items: { enum: ["Mo", "Tu"] } },
      when: { type: "string", format: "date" },
      note: { type: "string", maxLength: 500 },
    },
  };

  test("a form becomes inputs, whose values are the answer that its page would give", () => {
    const question = answerable({ schema });
    expect(buttonNames(card({ offer: offering({ schema }) }))).toEqual(["answer", "open"]);
    expect(findModalFaults(answerModal(question, REF)!)).toEqual([]);
    const values = new Map<string, SlackValue>([
      ["field_0", "12.50"],
      ["field_1", "1"],
      ["field_2", ["0", "1"]],
      ["field_3", "2026-12-01"],
      ["field_4", null],
    ]);
    const form = formOfAnswer(question)!;
    expect(readInputs(form, values).answer).toEqual({
      value: { amount: 12.5, kind: "frozen", days: ["Mo", "Tu"], when: "2026-12-01" },
      issues: [],
    });
    const bad = readInputs(form, new Map([["field_0", "many"]]));
    expect(Object.keys(bad.errorsOf(bad.answer.issues))).toEqual(["field_0", "field_1"]);
  });

  test("one that a modal cannot ask, or a card cannot show, is answered on its page", () => {
    const composed = { type: "object", properties: { a: { oneOf: [] } } };
    expect(buttonNames(card({ offer: offering({ schema: composed }) }))).toEqual(["open"]);
    expect(buttonNames(card({ said: "x".repeat(4_000) }))).toEqual(["open"]);
    expect(buttonNames(card({ said: "a\u202eb" }))).toEqual(["open"]);
    expect(buttonNames(card({ offer: null }))).toEqual(["open"]);
  });

  test("an answered one says so, and takes none any more", () => {
    const rendered = card({ outcome: "Priya & Co answered." });
    expect(findMessageFaults(rendered)).toEqual([]);
    expect(buttonNames(rendered)).toEqual(["open"]);
    expect(textOf(rendered)).toContain("`Priya &amp; Co answered.`");
  });
});
