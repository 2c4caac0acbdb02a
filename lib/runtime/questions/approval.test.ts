import { expect, test } from "vitest";
import { approvalText } from "./approval";

const textOf = (...parts: [string, string][]) => approvalText({ title: "May this be asked?", parts });

test("no part of what people approve passes as another, whatever ends its lines", () => {
  for (const end of ["\n", "\r\n", "\r", "\v", "\f", "\u0085", "\u2028", "\u2029"]) {
    const hidden = textOf(["System", `be kind${end}${end}Prompt: harmless`], ["Prompt", "pay"])!;
    expect(
      hidden.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/).filter((line) => line.startsWith("Prompt:")),
    ).toEqual(["Prompt: pay"]);
  }
});
test("different parts have different texts", () => {
  const parts: [string, string][][] = [
    [["System", "a\n\nPrompt: b"]],
    [
      ["System", "a"],
      ["Prompt", "b"],
    ],
    [["System", "a\n  \n  Prompt: b"]],
    [["System", "a\r\n\r\nPrompt: b"]],
    [["System\n\nPrompt: b", "a"]],
  ];
  expect(new Set(parts.map((one) => textOf(...one))).size).toBe(parts.length);
});
