import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hasLookAlikes, hasVisibleText, holdsDeceptiveText, inPlainText, piecesOf } from "./shown-text";

describe("characters that would deceive the eye", () => {
  test.each([
    ["a right-to-left override", "Pay \u202eevil", "U+202E"],
    ["a right-to-left isolate", "\u2067x", "U+2067"],
    ["a zero-width space", "1\u200b0", "U+200B"],
    ["a zero-width joiner", "a\u200db", "U+200D"],
    ["a soft hyphen", "a\u00adb", "U+00AD"],
    ["a byte order mark", "\ufeffa", "U+FEFF"],
    ["a control character", "a\u0007b", "U+0007"],
    ["a variation selector", "a\ufe0fb", "U+FE0F"],
    ["a Hangul filler", "a\u3164b", "U+3164"],
    ["a tag character", "a\u{e0041}b", "U+E0041"],
    ["a line separator", "a\u2028b", "U+2028"],
    ["a paragraph separator", "a\u2029b", "U+2029"],
    ["a carriage return alone", "a\rb", "U+000D"],
    ["an em space", "a\u2003b", "U+2003"],
    ["an ideographic space", "a\u3000b", "U+3000"],
    ["a Braille blank", "a\u2800b", "U+2800"],
    ["a character of private use", "a\ue000b", "U+E000"],
    ["a stroke through a digit", "$1\u03380", "U+0338"],
    ["a circle around a letter", "a\u20ddb", "U+20DD"],
    ["an accent on nothing", "a \u0301b", "U+0301"],
    ["the third accent on one letter", "a\u0301\u0302\u0303", "U+0303"],
    ["the third mark on a Thai letter", "ก\u0e34\u0e48\u0e4d", "U+0E4D"],
    ["the same mark twice", "क\u0902\u0902", "U+0902"],
    ["the fifth mark on a letter of a script that stacks them", "ཀ\u0f90\u0f92\u0fb2\u0fb1\u0f74", "U+0F74"],
    ["a mark of any script on nothing", "a \u0e47b", "U+0E47"],
    ["the sign that joins a sixth consonant", "क्ख्ग्घ्च्छ", "U+094D"],
    ["a second Thai vowel of the kind that joins its letter", "ก\u0e33\u0e33", "U+0E33"],
    ["a second voice mark", "ｶ\uff9e\uff9f", "U+FF9F"],
    ["a second skin tone", "👍🏽🏿", "U+1F3FF"],
    ["the third Korean part of a kind", "\u1100\u1101\u1102\u1161", "U+1102"],
  ])("%s is shown by its name", (_what, text, codePoint) => {
    const revealed = piecesOf(text).filter((piece) => piece.kind === "revealed");
    expect(revealed).toEqual([{ kind: "revealed", text: expect.any(String), codePoint }]);
    expect(holdsDeceptiveText(text)).toBe(true);
  });

  test("nothing of the text is lost, and nothing hidden is left in it", () => {
    expect(piecesOf("a\u202eb\u200bc d\ne")).toEqual([
      { kind: "text", text: "a" },
      { kind: "revealed", text: "\u202e", codePoint: "U+202E" },
      { kind: "text", text: "b" },
      { kind: "revealed", text: "\u200b", codePoint: "U+200B" },
      { kind: "text", text: "c d\ne" },
    ]);
  });

  test("plain text, also of other scripts, is one piece", () => {
    for (const text of [
      "Driscoll's",
      "Jalapeños 10 lb",
      "Zürich ½",
      "ケース",
      "Привет",
      "First paragraph.\n\nSecond, with “quotes” and 5–10 %.",
      "ที่นี่ น้ำ",
      "Tシャツ 漢字",
      "चीज़ों राष्ट्रीय लक्ष्म्या कार्त्स्न्य",
      "བསྒྲུབས་པ སྐྱོངས",
      "မြို့ ကျွန်ုပ်တို့",
      "ភាសាខ្មែរ ស្ត្រី",
      "Tiếng Việt: một lệnh",
      "Tiếng Việt: một lệnh".normalize("NFD"),
      "한국어 주문".normalize("NFD"),
      "10 m², 1º, № 5, Fresh™ ①… “½” ‘¼’ 3³ • 8×1",
      "German ‚so‘, and „so“",
      "Işık, Şırnak",
      "第３回、十二箱",
    ])
      expect(piecesOf(text)).toEqual([{ kind: "text", text }]);
    expect(piecesOf("")).toEqual([]);
  });

  test("text that is taken for plain at the first look is plain at the second one too", () => {
    // A hidden character behind it asks for the second look.
    const atSecondLook = (text: string) => piecesOf(`${text}\u200b`).slice(0, -1);
    const letters = [..."aZ09.,;'\"$%-ÀÉßéñöøüÿ×÷–—‘’“”…€→−"];
    for (let code = 0x21; code < 0x2300; code += 1) {
      const letter = String.fromCharCode(code);
      for (const text of [letter, `a${letter}1`, `1${letter} 0\n\n${letter}`])
        if (piecesOf(text).length === 1) expect(piecesOf(text)).toEqual(atSecondLook(text));
    }
    for (const first of letters)
      for (const second of letters)
        for (const text of [`${first}${second}`, `a${first} ${second}1\n${first}`])
          expect(piecesOf(text)).toEqual(atSecondLook(text));
  });

  test("a sign that no line can break is cut into pieces", () => {
    for (const text of [`ก${"\u0e47".repeat(60)}`, `ก${"\u0e33".repeat(60)}`, `${"क्".repeat(60)}क`]) {
      const pieces = piecesOf(text);
      expect(pieces.map((piece) => piece.text).join("")).toBe(text);
      expect(Math.max(...pieces.map((piece) => piece.text.length))).toBeLessThanOrEqual(9);
      expect(holdsDeceptiveText(text)).toBe(true);
    }
  });

  test("the pieces of any text are that text again", () => {
    const hostile = fc.constantFrom(
      ..." \t\n\r\u00a0ab1אב١ก\u0e47\u0e33क\u094dⅽ‚ıаοＡ\u202e\u200b\u0301\u2003é🍓\u{1d5ba}৪",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(hostile, fc.string({ unit: "binary", maxLength: 3 }))), (parts) => {
        const text = parts.join("");
        const pieces = piecesOf(text);
        expect(pieces.map((piece) => piece.text).join("")).toBe(text);
        expect(pieces.every((piece) => piece.text !== "")).toBe(true);
        // Marks, the comma and the signs for a share turn nothing round: they go the way of what surrounds them.
        for (const { kind, text: plain } of pieces)
          if (kind === "text")
            expect(plain).not.toMatch(
              /(?![\p{M}\u0609\u060a\u060c\u066a])[\p{Cf}\p{Script=Hebrew}\p{Script=Arabic}]/u,
            );
      }),
    );
  });

  test("a document is searched in its texts and its names, not in the escapes of its JSON", () => {
    expect(holdsDeceptiveText({ changes: [{ to: "a\u0007b" }] })).toBe(true);
    expect(holdsDeceptiveText({ "n\u200bote": 1 })).toBe(true);
    expect(holdsDeceptiveText({ changes: [{ field: "note", to: "Line\none\tmore" }], lines: null })).toBe(
      false,
    );
  });
});

describe("right-to-left text", () => {
  test("each run of its letters stands in an isolate of its own, with the blanks between them", () => {
    expect(piecesOf('Call שָׁלוֹם עולם, then 3 צה"ל!')).toEqual([
      { kind: "text", text: "Call " },
      { kind: "rightToLeft", text: "שָׁלוֹם עולם" },
      { kind: "text", text: ", then 3 " },
      { kind: "rightToLeft", text: 'צה"ל' },
      { kind: "text", text: "!" },
    ]);
    expect(piecesOf("הַשַּׁבָּת")).toEqual([{ kind: "rightToLeft", text: "הַשַּׁבָּת" }]);
    expect(piecesOf("مرحبا 12 صندوق").map(({ kind, text }) => [kind, text])).toEqual([
      ["rightToLeft", "مرحبا"],
      ["text", " 12 "],
      ["rightToLeft", "صندوق"],
    ]);
  });
  test("two values of a JSON text, or two ends of an arrow, are no run", () => {
    for (const text of ['{"א":"ב"}', "א → ב", "א/ב", "א\nב"])
      expect(piecesOf(text).filter(({ kind }) => kind === "rightToLeft")).toHaveLength(2);
  });
  test.each(["Limit now: א 90,000 → 10,000", "א 100 → 900", "100 → 900 א", "١٠٠ → ٩٠٠", "من 100 إلى 900"])(
    "two numbers beside it are in doubt: %s",
    (text) => expect(holdsDeceptiveText(text)).toBe(true),
  );
  test.each([
    "مرحبا 12 صندوق",
    "שלום 3,500.00",
    "אלון paid 100 of 900",
    "שלום\n100 → 900",
    "Pay 100, then 900 to Alon (אלון)",
    '{"a":1,"note":"שלום 3","to":4}',
  ])("one number beside it, or numbers among Latin words, are not: %s", (text) =>
    expect(holdsDeceptiveText(text)).toBe(false),
  );
});

describe("blanks that nobody would see are marked, and counted", () => {
  test.each<[string, string, string, string]>([
    ["leading", "  x", "  ", "2 spaces"],
    ["trailing", "x ", " ", "space"],
    ["repeated", "a   b", "   ", "3 spaces"],
    ["at the end of a line", "a \nb", " ", "space"],
    ["at the start of a line", "a\n b", " ", "space"],
    ["tabs", "a\tb", "\t", "tab"],
    ["no-break spaces", "a\u00a0b", "\u00a0", "no-break space"],
    ["line breaks that push the rest away", "a\n\n\n\nb", "\n\n\n\n", "4 line breaks"],
    ["line breaks at the end", "a\n", "\n", "line break"],
  ])("%s", (_what, text, blank, name) => {
    expect(piecesOf(text)).toContainEqual({ kind: "blank", text: blank, name });
    expect(holdsDeceptiveText(text)).toBe(false);
  });
  test("the carriage return of a Windows line end is kept, and is no deceit", () => {
    expect(piecesOf("a\r\nb")).toContainEqual({ kind: "blank", text: "\r", name: "carriage return" });
    expect(holdsDeceptiveText("a\r\nb")).toBe(false);
  });
});

describe("letters that pose as others", () => {
  const marked = (text: string) =>
    piecesOf(text).flatMap((piece) => (piece.kind === "letter" ? [[piece.text, piece.name]] : []));
  test("in a word of two alphabets each letter of the other one is marked, with its name", () => {
    expect(marked("Driscоll's")).toEqual([
      ["о", "U+043E, a letter of the Cyrillic alphabet that looks like o"],
    ]);
    expect(marked("pаypаl")).toEqual([
      ["а", "U+0430, a letter of the Cyrillic alphabet that looks like a"],
      ["а", "U+0430, a letter of the Cyrillic alphabet that looks like a"],
    ]);
    expect(marked("αlpha")).toEqual([["α", "U+03B1, a letter of the Greek alphabet that looks like a"]]);
    expect(marked("Пpивет")).toEqual([["p", "LATIN SMALL LETTER P"]]);
  });
  test("a whole word that reads as a Latin one is marked where nothing else is in its alphabet", () => {
    expect(marked("Pay Сосо today").map(([letter]) => letter)).toEqual(["С", "о", "с", "о"]);
    expect(marked("Driscoll'ѕ")).toEqual([
      ["ѕ", "U+0455, a letter of the Cyrillic alphabet that looks like s"],
    ]);
    expect(hasLookAlikes("СОСО")).toBe(true);
  });
  test.each([
    ["full-width", "ＡB"],
    ["mathematical", "p\u{1d5ba}y"],
    ["a joined form", "of\ufb01ce"],
    ["a script form of Latin", "ɡo"],
    ["of a rare alphabet", "ᎪB"],
    ["a Roman numeral", "aⅽount"],
    ["a digit as a Roman numeral", "Ⅰ5"],
    ["a letter of formulas", "ℓ5"],
    ["the Kelvin sign", "\u212ag"],
    ["a dotless i in a plain word", "Drıscoll"],
    ["a long s", "ſum"],
    ["a small capital", "PAɪD"],
    ["a phonetic letter", "ʀate"],
    ["a modifier letter", "pᵃy"],
    ["a raised digit", "1⁰"],
    ["a lowered digit", "1₁"],
    ["a number with its point", "⒈5"],
    ["a low quotation mark as a comma", "1‚500"],
    ["a one-dot leader as a point", "500․00"],
    ["an Arabic decimal separator as a comma", "1٫500"],
    ["a modifier letter as a comma", "1ˌ500"],
    ["a full-width comma in a number", "1，500"],
    ["a digit of another script", "1৪0"],
  ])("a character that is %s is marked", (_what, text) => expect(marked(text)).toHaveLength(1));
  test("of all characters that are compatible with plain letters and digits, prose's own are not marked", () => {
    const spared: string[] = [];
    for (let code = 0x80; code <= 0x1fbff; code += 1) {
      const form = String.fromCodePoint(code);
      if (/^[A-Za-z0-9.,]+$/.test(form.normalize("NFKC")) && !hasLookAlikes(`a1 ${form}`)) spared.push(form);
    }
    expect(
      spared.filter((form) => !/[①-⑳\u24b6-\u24ea\u3200-\u33ff\u{1f110}-\u{1f190}]/u.test(form)).join(""),
    ).toBe("ª²³¹º‥…₨№℠℡™℻︐︙︰，．");
  });
  test("each letter of an account in forms of others is marked", () => {
    expect(marked("Pay Drisⅽoll's on aⅽⅽount Ⅰ5ⅼ0").map(([letter]) => letter)).toEqual([..."ⅽⅽⅽⅠⅼ"]);
    expect(marked("1‚500․00")).toEqual([
      ["‚", "U+201A, written like a comma or point"],
      ["․", "U+2024, written like ."],
    ]);
  });
  test("words of one alphabet each, and symbols among them, are not", () => {
    for (const honest of [
      "Driscoll's",
      "Привет world",
      "α and β",
      "",
      "123",
      "Оса и сом у озера",
      "1º, ½ and 5 µm",
      "Αθήνα",
      "١٢٣ صندوق",
    ])
      expect(hasLookAlikes(honest), honest).toBe(false);
  });
});

test("text of spaces and hidden characters alone holds nothing to read", () => {
  for (const text of ["", " \n", "\u200b", "\u2060 \u3164", "\ufeff\u202e", "\t\u00a0"])
    expect(hasVisibleText(text)).toBe(false);
  expect(hasVisibleText("\u200bDana is back")).toBe(true);
});

test("in an attribute the deceptive characters are spelled out", () => {
  expect(inPlainText("Driscоll\u202e")).toBe("Driscо[U+043E]ll[U+202E]");
});
