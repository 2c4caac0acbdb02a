import { expect, test } from "vitest";
import { FIRST_TEXT } from "@/lib/view/workflows/first-text";
import { checkWorkflow } from "./check-workflow";

test("the text that a new workflow begins with has no faults", () => {
  expect(checkWorkflow(FIRST_TEXT).problems).toBeNull();
});
