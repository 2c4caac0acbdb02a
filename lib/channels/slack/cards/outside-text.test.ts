import { assert, property, string } from "fast-check";
import { expect, test } from "vitest";
import { CUT_MARK, OutsideTexts } from "./outside-text";

const shown = (text: string, lengthMax?: number) => {
  const outside = new OutsideTexts();
  const inline = outside.inline(text, lengthMax);
  return { inline, isExact: outside.isExact };
};

test("a text stands between code marks, with Slack's three characters escaped", () => {
  expect(shown("Fish & <Chips>")).toEqual({ inline: "`Fish &amp; &lt;Chips&gt;`", isExact: true });
  expect(shown("*Approved* by _Priya_ :white_check_mark:")).toMatchObject({ isExact: true });
  expect(shown("")).toEqual({ inline: "(empty)", isExact: true });
});

test("what would end the marks, hide or deceive is spelled out, and the card then offers no approval", () => {
  for (const [text, inline] of [
    ["a`b", "`a[U+0060]b`"],
    ["a\u202eb", "`a[U+202E]b`"],
    ["a\u200bb", "`a[U+200B]b`"],
    ["a  b", "`a[2 spaces]b`"],
    ["a\nb", "`a[line break]b`"],
  ] as const)
    expect(shown(text)).toEqual({ inline, isExact: false });
  expect(shown("pаypal").isExact).toBe(false);
});

test("a cut is marked, never parts an escape, and stays within the limit", () => {
  const { inline, isExact } = shown("&".repeat(100), 100);
  expect(isExact).toBe(false);
  expect(inline).toMatch(/^`(?:&amp;)+… \(cut\)`$/);
  expect(inline.length).toBeLessThanOrEqual(102);
  expect(CUT_MARK.length).toBeGreaterThan(0);
});

test("no text whatever leaves its marks or makes Slack read a link, a mention or a date", () => {
  assert(
    property(string({ unit: "binary", maxLength: 300 }), (text) => {
      const { inline } = shown(text, 200);
      const inner = inline === "(empty)" ? "" : inline.slice(1, -1);
      expect(inner).not.toMatch(/[<>`\n]/);
      expect(inner.replaceAll(/&(?:amp|lt|gt);/g, "")).not.toContain("&");
      expect(inner.length).toBeLessThanOrEqual(200);
      const block = new OutsideTexts().block(text, 200);
      expect(block.replace(/^```\n/, "").replace(/\n```$/, "")).not.toMatch(/[<>`]/);
    }),
    { numRuns: 2_000 },
  );
});
