import { expect, test } from "vitest";
import { z } from "zod";
import { checkInput } from "./json-body";

const schema = z.strictObject({
  name: z.string().min(1).max(3),
  count: z.number().int().min(1).lt(10),
  decision: z.enum(["approve", "reject"]),
  always: z.literal(true),
  tags: z.array(z.string()).max(1),
  more: z.object({ on: z.boolean() }),
  own: z.string().regex(/^a$/, "must be an a"),
});
const right = {
  name: "abc",
  count: 9,
  decision: "approve",
  always: true,
  tags: [],
  more: { on: true },
  own: "a",
};

function said(changes: Record<string, unknown>): Record<string, string> {
  try {
    checkInput(schema, { ...right, ...changes });
  } catch (error) {
    const { issues } = error as { issues: { path: string; message: string }[] };
    return Object.fromEntries(issues.map(({ path, message }) => [path, message]));
  }
  return {};
}

test.each<[Record<string, unknown>, Record<string, string>]>([
  [{}, {}],
  [{ name: undefined }, { name: "is missing: must be text" }],
  [
    { name: null, count: "7" },
    { name: "must be text, not null", count: "must be a number" },
  ],
  [{ name: "" }, { name: "must have at least 1 character" }],
  [{ name: "abcd" }, { name: "must have at most 3 characters" }],
  [{ count: 1.5 }, { count: "must be a whole number" }],
  [{ count: 0 }, { count: "must be at least 1" }],
  [{ count: 10 }, { count: "must be less than 10" }],
  [{ decision: "maybe" }, { decision: "must be one of approve or reject" }],
  [{ decision: undefined }, { decision: "is missing: must be one of approve or reject" }],
  [{ always: false }, { always: "must be true" }],
  [{ tags: ["a", "b"] }, { tags: "must have at most 1 entry" }],
  [{ more: { on: "yes" } }, { "more.on": "must be true or false" }],
  [{ more: 7 }, { more: "must be an object" }],
  [{ own: "b" }, { own: "must be an a" }],
  [{ own: undefined }, { own: "is missing: must be text" }],
  [{ extra: 1 }, { extra: "is not a known field" }],
])("%j is answered with what would be right", (changes, words) => {
  expect(said(changes)).toEqual(words);
});
