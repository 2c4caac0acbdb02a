import type { Card, CardOccasion } from "@/lib/channels/card";
import { disarmText, disarmedLine, escapeHtml } from "./disarm";

/** A card as a mail: one subject, the same words as text and as HTML, and one link. Nothing is decided by it. */

export interface MailContent {
  subject: string;
  text: string;
  html: string;
  /** The subject that a reply belongs to. Null: replies belong to nothing. */
  about: { kind: "question" | "action"; id: number } | null;
}

const SAID_MAX = 2_000;
const VALUE_MAX = 300;
const NAME_MAX = 80;
const FACTS_MAX = 30;

const OPENING: Record<CardOccasion, (card: Card, from: string) => string> = {
  asked: ({ subject }, from) =>
    subject.kind === "question" ? `${from} asks you:` : `${from} proposes this change:`,
  repeat: ({ subject }, from) =>
    `You may have had this before; both mails are about the same. ${OPENING.asked({ subject } as Card, from)}`,
  reminder: (_card, from) => `A reminder: ${from} waits for your answer.`,
  warning: (_card, from) => `The time for an answer is nearly over. ${from} waits for yours.`,
  outcome: () => "This is over.",
  went_wrong: (_card, from) => `${from} had proposed it. The page shows what happened and the next step.`,
  digest: () => "L1 and L2 are told to you once on working days, everything else by itself.",
  test: () => "You asked for this test. Mail from Countersign reaches you.",
};

const LINK_WORDS: Record<Card["subject"]["kind"], string> = {
  question: "Open the question",
  action: "Open the proposed change",
  account: "Open your account",
  digest: "Open the inbox",
};

const OPENING_WORDS = "Opening the page decides nothing.";

/** @param readsReplies Somebody reads what comes back. */
function footerOf({ subject, offer, occasion }: Card, readsReplies: boolean): string {
  if (!readsReplies || subject.kind === "account" || subject.kind === "digest")
    return `${OPENING_WORDS} Replies to this mail are not read.`;
  if (offer?.kind !== "answer" || occasion === "outcome")
    return `${OPENING_WORDS} A reply to this mail is kept and decides nothing.`;
  if (offer.type === "approval")
    return `${OPENING_WORDS} A reply to this mail is kept as a draft: you say yes or no on the page.`;
  return `${OPENING_WORDS} You can also answer by a reply to this mail, in a few words above its text.`;
}

export function renderMail(card: Card, readsReplies = false): MailContent {
  const from = disarmedLine(card.from, NAME_MAX);
  const parts: MailParts = {
    opening: OPENING[card.occasion](card, from),
    said: card.said === null ? null : disarmText(card.said, SAID_MAX),
    facts: card.facts.slice(0, FACTS_MAX).map(({ label, value }) => [label, disarmedLine(value, VALUE_MAX)]),
    warnings: card.warnings,
    outcome: card.outcome === null ? null : disarmedLine(card.outcome, VALUE_MAX),
    link: { words: LINK_WORDS[card.subject.kind], url: card.url },
    footer: footerOf(card, readsReplies),
  };
  const follows = !BEGINNINGS.has(card.occasion);
  const subject = `${follows ? "Re: " : ""}${card.title} · ${from}`;
  const { kind, id } = card.subject;
  const about = kind === "account" || kind === "digest" ? null : { kind, id };
  return { subject: oneLine(subject), text: textOf(parts), html: htmlOf(parts), about };
}

/** These begin a thread of their own. */
const BEGINNINGS: ReadonlySet<CardOccasion> = new Set(["asked", "repeat", "test", "went_wrong", "digest"]);

/** A line break would begin another header. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").slice(0, 200);

interface MailParts {
  opening: string;
  said: string | null;
  facts: [label: string, value: string][];
  warnings: readonly string[];
  outcome: string | null;
  link: { words: string; url: string };
  footer: string;
}

/** Lines of others are quoted, so that none of them passes as ours. */
function textOf({ opening, said, facts, warnings, outcome, link, footer }: MailParts): string {
  const blocks = [
    ...(outcome === null ? [] : [outcome]),
    opening,
    ...(said === null ? [] : [said.replaceAll(/^/gm, "> ")]),
    ...(facts.length === 0 ? [] : [facts.map(([label, value]) => `${label}: ${value}`).join("\n")]),
    ...warnings.map((warning) => `! ${warning}`),
    `${link.words}:\n${link.url}`,
    footer,
  ];
  return `${blocks.join("\n\n")}\n`;
}

const STYLE = {
  body: "margin:0;padding:24px 16px;font:16px/1.5 -apple-system,'Segoe UI',Roboto,sans-serif",
  page: "max-width:560px;margin:0 auto",
  said: "margin:16px 0;padding:12px 16px;border-left:4px solid #94a3b8;white-space:pre-wrap;overflow-wrap:anywhere",
  label: "padding:4px 16px 4px 0;vertical-align:top;opacity:.75;font-weight:normal;text-align:left",
  value: "padding:4px 0;overflow-wrap:anywhere",
  warning: "margin:16px 0;font-weight:600",
  link: "display:inline-block;padding:12px 20px;border-radius:8px;background:#1d4ed8;color:#ffffff;text-decoration:none",
  footer: "margin-top:24px;font-size:13px;opacity:.75",
} as const;

function htmlOf({ opening, said, facts, warnings, outcome, link, footer }: MailParts): string {
  const rows = facts.map(
    ([label, value]) =>
      `<tr><th scope="row" style="${STYLE.label}">${escapeHtml(label)}</th><td dir="auto" style="${STYLE.value}">${escapeHtml(value)}</td></tr>`,
  );
  const body = [
    ...(outcome === null ? [] : [`<p><strong>${escapeHtml(outcome)}</strong></p>`]),
    `<p>${escapeHtml(opening)}</p>`,
    ...(said === null
      ? []
      : [`<blockquote dir="auto" style="${STYLE.said}">${escapeHtml(said)}</blockquote>`]),
    ...(rows.length === 0 ? [] : [`<table role="presentation">${rows.join("")}</table>`]),
    ...warnings.map((warning) => `<p style="${STYLE.warning}">⚠ ${escapeHtml(warning)}</p>`),
    `<p><a href="${escapeHtml(link.url)}" style="${STYLE.link}">${escapeHtml(link.words)}</a></p>`,
    `<p style="${STYLE.footer}">${footer}</p>`,
  ].join("\n");
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><meta name="viewport" content="width=device-width"></head>
<body style="${STYLE.body}"><div style="${STYLE.page}">
${body}
</div></body></html>
`;
}
