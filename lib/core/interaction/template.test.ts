import { expect, test } from "vitest";
import { fillTemplate } from "./template";

test("a message is made from its template, with the values of its variables in their places", () => {
  const context = { sku: "10472", customer: { name: "Driscoll's" }, count: 3, urgent: false };
  const template = "{{ count }} of {{sku}} for {{customer.name}}, urgent: {{urgent}}";
  expect(fillTemplate(template, context)).toEqual({
    text: "3 of 10472 for Driscoll's, urgent: false",
    problems: [],
  });
});

test.each([
  ["unknown", "Hello {{nobody}}", "{{nobody}} has no value"],
  ["empty", "Hello {{blank}}", "{{blank}} has no value"],
  ["a list", "Hello {{list}}", "{{list}} has no value"],
  ["a name of every object", "Hello {{constructor.name}}", "{{constructor.name}} has no value"],
  ["not closed", "Hello {{name", "{{ and }} surround the name of a variable"],
  ["no name", "Hello {{1 + 1}}", "{{ and }} surround the name of a variable"],
])("a variable that is %s is reported, not sent as braces", (_why, template, problem) => {
  expect(fillTemplate(template, { blank: " ", list: [1], name: "Ana" }).problems).toEqual([problem]);
});

test("a value that looks like a template or like markup stands in the message as it is", () => {
  const context = { a: "{{b}}", b: "secret", c: "<b>$& $1</b>" };
  expect(fillTemplate("{{a}} {{c}}", context)).toEqual({ text: "{{b}} <b>$& $1</b>", problems: [] });
});
