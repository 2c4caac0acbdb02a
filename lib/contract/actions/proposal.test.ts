import { expect, test } from "vitest";
import { PROPOSAL_LIMITS, proposalSchema } from "./proposal";

const { contextNamesMax, contextLengthMax } = PROPOSAL_LIMITS;
const refusalsOf = (context: Record<string, string>) => {
  const proposal = { action_type: "ar_note", entity_type: "customer", entity_ref: "C-1", context };
  const { error } = proposalSchema.safeParse(proposal);
  return error?.issues.map(({ path, message }) => `${path.join(".")} ${message}`) ?? [];
};
const names = (count: number, text = "") =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`name${index}`, text]));

test("a context has so many names at most, and so many characters in all; the refusal names it and the limit", () => {
  expect(refusalsOf(names(contextNamesMax))).toEqual([]);
  expect(refusalsOf(names(contextNamesMax + 1))).toEqual([
    `context must hold at most ${contextNamesMax} names`,
  ]);
  expect(refusalsOf(names(3, "x".repeat(2_000)))).toEqual([]);
  expect(refusalsOf(names(4, "x".repeat(2_000)))).toEqual([
    `context must hold at most ${contextLengthMax} characters in all`,
  ]);
});
