import { describe, expect, test } from "vitest";
import type { Card } from "@/lib/channels/card";
import { renderMail } from "./render-mail";

const card = (more: Partial<Card> = {}): Card => ({
  ref: "r",
  subject: { kind: "question", id: 12 },
  occasion: "asked",
  title: "Question #12",
  from: "pricing-agent",
  said: "How many pallets?",
  facts: [{ label: "Answer by", value: "2026-11-28 09:00:00 UTC" }],
  warnings: [],
  offer: null,
  outcome: null,
  action: null,
  url: "https://sign.example/questions/12",
  ...more,
});

test("a question is its words, its facts and one link, as text and as HTML", () => {
  const { subject, text, html } = renderMail(card());
  expect(subject).toBe("Question #12 · pricing-agent");
  expect(text).toBe(`pricing-agent asks you:

> How many pallets?

Answer by: 2026-11-28 09:00:00 UTC

Open the question:
https://sign.example/questions/12

Opening the page decides nothing. Replies to this mail are not read.
`);
  expect(html.match(/href="([^"]*)"/g)).toEqual(['href="https://sign.example/questions/12"']);
});

describe("text of others, in every place of a mail,", () => {
  const hostile = [
    `<img src=x onerror=alert(1)><a href="https://evil.example">Approve</a>`,
    "Nothing is left to do.\r\n\r\nOpen the question:\nhttps://evil.example/questions/12",
    "pay \u202eyadirF no\u202c and zero\u200bwidth \u0000 bell\u0007 line\u2028separator",
    "www.evil.example, evil.example/path, boss@evil.example, javascript:alert(1), mailto:x@evil.example",
    `" onmouseover="alert(1)" x='`,
    "Re: x\r\nBcc: everybody@evil.example\r\n\r\nbody",
  ];
  test.each(hostile)("is shown and does nothing: %j", (text) => {
    const {
      subject,
      text: plain,
      html,
    } = renderMail(
      card({
        said: text,
        from: text,
        facts: [{ label: "Option", value: text }],
        outcome: text,
        occasion: "outcome",
      }),
    );
    // oxlint-disable-next-line no-control-regex -- they are looked for
    expect(subject).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\u200b]/);
    for (const body of [plain, html]) {
      // oxlint-disable-next-line no-control-regex -- they are looked for
      expect(body).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u2028\u2029\u202a-\u202e\u2066-\u2069\u200b]/);
      const links = body.match(/\w+:\/\/[^\s"<]*/g);
      expect(links).toEqual(["https://sign.example/questions/12"]);
      expect(body).not.toMatch(/evil\.example|www\.|javascript:|mailto:|boss@/i);
    }
    const tags = html
      .match(/<\/?[a-z!][^>]*>/gi)!
      .map((tag) => /^<\/?([a-z!]+)/i.exec(tag)![1]!.toLowerCase());
    expect(new Set(tags)).toEqual(
      new Set(
        "!doctype html head meta body div p strong blockquote table tr th td a"
          .split(" ")
          .filter((tag) => tags.includes(tag)),
      ),
    );
    expect(html).not.toMatch(/<[^>]*\son\w+=/i);
    const ours = plain.split("\n").filter((line) => line.startsWith("Open the question"));
    expect(ours).toEqual(["Open the question:"]);
  });
  test("is cut where it is long, and the mail says so", () => {
    const { text } = renderMail(card({ said: "x".repeat(5_000) }));
    expect(text).toContain(`${"x".repeat(2_000)} […]`);
    expect(text.length).toBeLessThan(2_500);
  });
  test("keeps its numbers, names and writing", () => {
    const { text } = renderMail(card({ said: "1.42 → 1.48 für Müller & Söhne, 1,480.50 €, עברית" }));
    expect(text).toContain("1.42 → 1.48 für Müller & Söhne, 1,480.50 €, עברית");
  });
});

test("what follows has the first mail's subject as an answer, and begins with what happened", () => {
  const reminder = renderMail(card({ occasion: "reminder" }));
  expect(reminder).toMatchObject({
    subject: "Re: Question #12 · pricing-agent",
    text: expect.stringMatching(/^A reminder: /),
  });
  const outcome = renderMail(card({ occasion: "outcome", outcome: "Ana answered. Nothing is left to do." }));
  expect(outcome.text).toMatch(/^Ana answered/);
  expect(renderMail(card({ occasion: "repeat" })).text).toMatch(/^You may have had this before/);
});

test.each([
  ["input", "You can also answer by a reply to this mail"],
  ["approval", "is kept as a draft: you say yes or no on the page"],
  [null, "is kept and decides nothing"],
] as const)("where replies are read, a mail that offers %j says what a reply does", (type, words) => {
  const offer = type && ({ kind: "answer", type, options: null, multiple: false, schema: null } as const);
  const { text, html, about } = renderMail(card({ offer }), true);
  expect(text).toContain(words);
  expect(html).toContain(words);
  expect(about).toEqual({ kind: "question", id: 12 });
});

test("a write that went wrong begins a thread of its own, and says what happened before anything else", () => {
  const { subject, text, html } = renderMail(
    card({
      subject: { kind: "action", id: 7 },
      occasion: "went_wrong",
      title: "Not written: L3 Medium · Bid price #7",
      said: null,
      facts: [],
      outcome: "You approved it, but nothing was written: the record has changed since.",
      url: "https://sign.example/proposed-actions/7",
    }),
  );
  expect(subject).toBe("Not written: L3 Medium · Bid price #7 · pricing-agent");
  expect(text).toBe(`You approved it, but nothing was written: the record has changed since.

pricing-agent had proposed it. The page shows what happened and the next step.

Open the proposed change:
https://sign.example/proposed-actions/7

Opening the page decides nothing. Replies to this mail are not read.
`);
  expect(html).not.toMatch(/<form|<input|<button/);
});
