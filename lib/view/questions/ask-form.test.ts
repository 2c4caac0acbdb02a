import { expect, test } from "vitest";
import { FIRST_DRAFT, messageOf, questionOf, whyNoJson } from "./ask-form";
import { parseQuestionFilter, partsOf, questionFilterHref, questionsQueryOf } from "./question-filter";

const draft = {
  ...FIRST_DRAFT,
  message: "May {{customer.name}} have {{days}}?",
  responders: ["role:approver"] as const,
};

test("the variables of the words get the values that are entered for them", () => {
  const { value } = messageOf({
    ...draft,
    values: { "customer.name": "Riverbend", days: "10", unused: "x" },
  });
  expect(value!.context).toEqual({ customer: { name: "Riverbend" }, days: "10" });
});

test("a question has what its kind and its choices mean, and nothing else", () => {
  expect(questionOf({ ...draft, message: "May I?", options: "a\nb", inOrder: true }).value).toEqual({
    interaction_type: "approval",
    request_data: { message: "May I?" },
    context: {},
    responders: [{ role: "approver" }],
    rule: "first",
    in_order: false,
    timeout_seconds: 3_600,
    timeout_action: "fail",
  });
  const selection = questionOf({
    ...draft,
    type: "selection",
    options: " a \n\nb",
    responders: ["person:7", "role:admin"],
    escalateAfterSeconds: "300",
    timeoutAction: "default_response",
    defaultResponse: '"a"',
  }).value!;
  expect(selection).toMatchObject({
    request_data: {
      options: [
        { value: "a", label: "a" },
        { value: "b", label: "b" },
      ],
      multiple: false,
    },
    responders: [{ user_id: 7 }, { role: "admin" }],
    escalate_after_seconds: 300,
    default_response: "a",
  });
});

test("JSON that is none is refused at its field, before it is sent", () => {
  expect(questionOf({ ...draft, type: "input", schema: "{" }).issues![0]!.path).toBe("request_data.schema");
  expect(questionOf({ ...draft, type: "input", schema: "[]" }).issues![0]!.path).toBe("request_data.schema");
  expect(questionOf({ ...draft, timeoutAction: "default_response" }).issues![0]!.path).toBe(
    "default_response",
  );
  expect(questionOf({ ...draft, rule: "n_of_m", answersNeeded: "two" }).issues![0]!.path).toBe(
    "answers_needed",
  );
  expect(whyNoJson("{}")).toBeNull();
  expect(whyNoJson("{")).toMatch(/^This is no JSON/);
});

test("the address of the list keeps its filters, and anything else in it means nothing", () => {
  const filter = parseQuestionFilter((name) =>
    new URLSearchParams("state=over&type=input&whose=others").get(name),
  );
  expect(questionFilterHref(filter)).toBe("/questions?state=over&type=input&whose=others");
  expect(partsOf(filter)).toEqual(["ended"]);
  expect(questionsQueryOf(filter, "ended").toString()).toBe(
    "status=timeout&interaction_type=input&whose=others&order=newest&limit=25",
  );
  const none = parseQuestionFilter(() => "'; --");
  expect(questionFilterHref(none)).toBe("/questions");
  expect(partsOf(none)).toEqual(["open", "ended"]);
});
