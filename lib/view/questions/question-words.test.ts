import { expect, test } from "vitest";
import type { InteractionView } from "@/lib/contract/interactions/interactions";
import { answerText } from "./answer-words";
import {
  endWords,
  endedMeanwhileWords,
  isEndingSoon,
  responderLines,
  ruleWords,
  statusWordsAt,
  timeoutWords,
  whyNoAnswer,
} from "./question-words";
import { QUESTION, at } from "./testing/question";

const question = (more: Partial<InteractionView>): InteractionView => ({ ...QUESTION, ...more });
const answeredBy = (by: string, answer: unknown = { approved: true }) =>
  ({ answer, by, at: QUESTION.created_at, timed_out: false, answers: [] }) as InteractionView["response"];

test("a question counts as over from its time on, also before the sweep has ended it", () => {
  expect(statusWordsAt(QUESTION, at("08:59")).title).toBe("Open");
  expect(statusWordsAt(QUESTION, at("09:00")).title).toBe("Time is over");
  expect(endWords(QUESTION, at("09:00"))).toBe("Time is over: nobody answered.");
});

test("the last 15 minutes are marked, but not of a question that lasts no longer", () => {
  expect(isEndingSoon(QUESTION, at("08:44"))).toBe(false);
  expect(isEndingSoon(QUESTION, at("08:45"))).toBe(true);
  expect(isEndingSoon(question({ timeout_seconds: 900 }), at("08:59"))).toBe(false);
  expect(isEndingSoon(QUESTION, at("09:00"))).toBe(false);
});

test.each([
  [{ responders: [{ user_id: 1 }] }, "Their answer ends it."],
  [{ responders: [{ role: "approver" as const }] }, "The first answer ends it."],
  [
    { rule: "n_of_m" as const, answers_needed: 3, answers_given: 2 },
    "3 answers of different people are needed. 2 of 3 have answered.",
  ],
  [
    { rule: "all" as const, in_order: true, responders: [{ user_id: 1 }, { user_id: 2 }] },
    "Each is asked when the one before has answered. Nobody has answered yet.",
  ],
  [
    { rule: "all" as const, answers_given: 1, responders: [{ user_id: 1 }, { user_id: 2 }] },
    "Each of them has to answer. 1 of 2 has answered.",
  ],
])("the rule is said in a sentence: %j", (more, words) => {
  expect(ruleWords(question(more))).toBe(words);
});

test("a chain says who has answered, who is asked and who comes later", () => {
  const lines = responderLines(
    question({
      responders: [{ user_id: 1 }, { role: "admin" }, { user_id: 3 }],
      responder_names: ["Priya Raman", null, null],
      asked: 2,
      answered: [{ place: 1, by: "Priya Raman", channel: "in_app" }],
    }),
  );
  expect(lines.map(({ name, state, by }) => [name, state, by])).toEqual([
    ["Priya Raman", "answered", null],
    ["Any administrator", "asked", null],
    ["Somebody who left", "later", null],
  ]);
});

test.each([
  [
    { status: "responded" as const, response: answeredBy("Ann"), answers_given: 1 },
    "Ann answered.",
    "Ann answered first.",
  ],
  [{ status: "cancelled" as const, cancelled_by: "Mike" }, "Mike cancelled it.", "Mike cancelled it."],
  [{ status: "timeout" as const }, "Time is over: nobody answered.", "Time is over: nobody answered."],
  [
    { status: "timeout" as const, answers_given: 1 },
    "Time is over, and too few have answered.",
    "Time is over, and too few have answered.",
  ],
  [
    { status: "responded" as const, response: answeredBy("Ann", { approved: false }), answers_given: 1 },
    "Ann answered.",
    "Ann said no, which ended it.",
  ],
  [
    { status: "responded" as const, rule: "n_of_m" as const, response: answeredBy("Bo"), answers_given: 2 },
    "2 people answered, Bo last.",
    "Enough others have answered, Bo last.",
  ],
])("how it ended is said, also to somebody who was still answering: %j", (more, words, meanwhile) => {
  const ended = question({ may_answer: false, ...more });
  expect(endWords(ended, at("08:10"))).toBe(words);
  expect(endedMeanwhileWords(ended, at("08:10"))).toBe(meanwhile);
});

test("what follows when nobody answers is said, with the default in the words of its options", () => {
  expect(timeoutWords(QUESTION).defaultAnswer).toBeNull();
  const options = [{ value: "n", label: "Naturipe" }];
  const selection = question({
    interaction_type: "selection",
    options,
    timeout_action: "default_response",
    default_response: "n",
  });
  expect(timeoutWords(selection)).toEqual({
    text: "A default counts as the answer:",
    defaultAnswer: "Naturipe",
  });
  expect(timeoutWords({ ...selection, default_response: null }).text).toBe("A default counts as the answer.");
});

test.each([
  ["approval", { approved: false, comment: "Not now" }, "No · Comment: Not now"],
  ["review", { verdict: "changes_needed" }, "Changes are needed"],
  ["input", { amount: 12.5, to: { city: "Dallas" } }, "Amount: 12.5 · To · City: Dallas"],
  ["selection", ["n", "x"], "Naturipe, x"],
] as const)("an answer to a question of type %s reads as people say it", (type, answer, words) => {
  const options = type === "selection" ? [{ value: "n", label: "Naturipe" }] : null;
  expect(answerText({ interaction_type: type, options, schema: null }, answer)).toBe(words);
});

test("an answer has the names and the order of its form, and behind them what the form does not know", () => {
  const schema = {
    type: "object",
    required: ["letter"],
    properties: {
      to: { title: "E-mail address", type: "string" },
      letter: { type: "string" },
      sum: { title: "Sum in all", type: "object", properties: { net: { title: "Net sum", type: "number" } } },
    },
  };
  const answer = { to: "a@b.example", more: 1, letter: "last", sum: { net: 3, tax: 1 } };
  expect(answerText({ interaction_type: "input", options: null, schema }, answer)).toBe(
    "Letter: last · E-mail address: a@b.example · Sum in all · Net sum: 3 · Sum in all · Tax: 1 · More: 1",
  );
});

test("whoever has nothing to answer is told why", () => {
  expect(whyNoAnswer(QUESTION, at("08:10"))).toBeNull();
  expect(whyNoAnswer(question({ may_answer: false, asked_by_you: true }), at("08:10"))).toMatch(
    /^You asked this/,
  );
  expect(whyNoAnswer(question({ may_answer: false }), at("08:10"))).toMatch(/in your place/);
  expect(whyNoAnswer(question({ redacted: true, may_answer: false }), at("08:10"))).toMatch(
    /hidden from you/,
  );
});
