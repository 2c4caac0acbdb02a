import * as fc from "fast-check";

/** Texts that would make somebody approve what they did not read. */

const words = [
  "pay",
  "Driscoll's",
  "42 cases",
  "by Friday",
  "Zürich",
  "credit",
  "1,500.00",
  "SO-22984",
  "ok",
];
const prose = fc
  .array(fc.constantFrom(...words), { minLength: 1, maxLength: 8 })
  .map((some) => some.join(" "));

const bidi = fc
  .tuple(prose, fc.constantFrom("\u202e", "\u2066", "\u2067", "\u200f", "\u061c", "\u202d"), prose)
  .map(([a, control, b]) => `${a} ${control}${b}`);
const zeroWidth = fc
  .tuple(prose, fc.constantFrom("\u200b", "\u200c", "\u2060", "\ufeff", "\u00ad", "\u{e0041}"), prose)
  .map(([a, hidden, b]) => `${a}${hidden}${b}`);
const lookAlike = fc.constantFrom(
  "Pay Driscоll's today",
  "Ассоunt 4711",
  "Сосо Fresh pays",
  "αlpha farms",
  "Ｐａｙ now",
  "\u{1d5c9}\u{1d5ba}y now",
  "1৪0 cases",
  "ᎪᏞᏞ of it",
  "Pay Drisⅽoll's on aⅽⅽount Ⅰ5ⅼ0",
  "1‚500․00 to Fırst Farms",
  "ʀefund ℴnly 1₀0",
);
const turnedNumbers = fc.constantFrom(
  "Limit now: א 90,000 → 10,000",
  "א 100 → 900",
  "١٠٠ → ٩٠٠",
  "من 100 إلى 900",
  "Pay 40 of 90 to אלון",
);
const unbreakable = fc
  .tuple(
    prose,
    fc.constantFrom("ก\u0e47", "ก\u0e33", "ཀ\u0f90", "क्", "\u1100"),
    fc.integer({ min: 1, max: 80 }),
  )
  .map(([text, [letter, joined], times]) =>
    joined === "\u094d"
      ? `${text} ${"क्".repeat(times)}क`
      : `${text} ${letter}${(joined ?? letter)!.repeat(times)}`,
  );
const huge = fc
  .tuple(prose, fc.integer({ min: 20, max: 120 }))
  .map(([text, times]) => `${text} `.repeat(times).trim());
const paddedByBlanks = fc
  .tuple(prose, fc.constantFrom(" ", "\u00a0", "\t", " \u00a0"), fc.integer({ min: 3, max: 700 }), prose)
  .map(([a, blank, times, b]) => a + blank.repeat(times) + b);
const paddedByLines = fc
  .tuple(prose, fc.constantFrom("\n", "\r\n", "\n \n"), fc.integer({ min: 2, max: 120 }), prose)
  .map(([a, line, times, b]) => a + line.repeat(times) + b);
const blanks = fc
  .tuple(fc.constantFrom("", " ", "\t", "\n", "  "), prose, fc.constantFrom("", " ", "\u00a0", "\n", "\n\n"))
  .map((parts) => parts.join(""));
const oddBlanks = fc
  .tuple(prose, fc.constantFrom("\u2003", "\u3000", "\u202f", "\u2028", "\r"), prose)
  .map((p) => p.join(""));
const markup = fc.constantFrom(
  `<b style="font-size:90px">APPROVED</b><script>alert(1)</script> pay 1`,
  `</td></tr></table><h1>Nothing to see</h1>`,
  `<style>button{display:none}</style> take 2`,
  `**Already approved by Mike** [click](javascript:alert(1))`,
  `&lt;i&gt; &nbsp;&#8238;gnirts`,
  `"><img src=x onerror=alert(1)> 10 cases`,
  "`Approve` # Heading\n- [x] checked by legal",
);
const combining = fc
  .tuple(
    prose,
    fc.constantFrom("\u0301", "\u0338", "\u20dd", "\u0489", "\u035c"),
    fc.integer({ min: 1, max: 30 }),
  )
  .map(([text, mark, times]) => `${text} 1${mark.repeat(times)}0`);
const emoji = fc.constantFrom("🍓 on its way", "👨‍👩‍👧‍👦 pack", "❤️ thanks", "🏴󠁧󠁢󠁥󠁮󠁧󠁿 stock", "👍🏽 done", "1️⃣ pallet");
const scripts = fc.constantFrom(
  "Привет, мир",
  "ケース 12",
  "مرحبا 12 صندوق",
  "שלום 3",
  "ที่นี่ 5 กล่อง",
  "Ωμέγα",
  "漢字 Tシャツ",
);
const longWord = fc.integer({ min: 40, max: 1_500 }).map((times) => "x".repeat(times));
const anything = fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 });

/** One of each kind after the other, so that a sample holds all of them. */
const kinds = {
  prose,
  bidi,
  zeroWidth,
  lookAlike,
  turnedNumbers,
  unbreakable,
  huge,
  paddedByBlanks,
  paddedByLines,
  blanks,
  oddBlanks,
  markup,
  combining,
  emoji,
  scripts,
  longWord,
  anything,
};
export type HostileKind = keyof typeof kinds;

export interface HostileText {
  kind: HostileKind;
  text: string;
}

const seed = 8_421;

/** The same texts in every run. `lengthMax`: of the field that they are written to. */
export function hostileTexts(count: number, lengthMax = 4_000, offset = 0): HostileText[] {
  const names = Object.keys(kinds) as HostileKind[];
  return Array.from({ length: count }, (_, index) => {
    const kind = names[(index + offset) % names.length]!;
    const [text] = fc.sample(kinds[kind], { numRuns: 1, seed: seed + offset + index });
    return { kind, text: textThatIsTaken(text!, lengthMax) };
  });
}

/** NUL and halves of characters are refused at the door, and so is text without anything in it. */
function textThatIsTaken(text: string, lengthMax: number): string {
  const taken = text.replaceAll("\0", "").slice(0, lengthMax).toWellFormed().replaceAll("\ufffd", "?");
  return taken.trim() === "" ? `x${taken}`.slice(0, lengthMax) : taken;
}
