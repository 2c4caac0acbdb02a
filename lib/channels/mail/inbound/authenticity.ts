import { type MailHeader, onlyValueOf, valuesOf } from "./incoming-mail";

/**
 * Whether whoever took a mail in found that the domain of its From sent it. Everything else in a mail is its sender's own word. In doubt
 * it is not authentic.
 */

/** One of both is the other or stands above it, as DMARC's relaxed alignment has it. Without a list of who registers below which suffix, siblings do not. */
export function isAligned(one: string | null | undefined, other: string | null | undefined): boolean {
  const [a, b] = [one, other].map((domain) => domain?.trim().toLowerCase().replace(/\.$/, "") ?? "") as [
    string,
    string,
  ];
  if (!isDomain(a) || !isDomain(b)) return false;
  return a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`);
}

const isDomain = (text: string): boolean => /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(text);

/** Null: there is none. */
export const domainOf = (address: string | null | undefined): string | null => address?.split("@")[1] ?? null;

/** The one domain of From. Null: From names nobody, or several. */
export const fromDomainOf = (from: readonly string[]): string | null =>
  from.length === 1 ? domainOf(from[0]) : null;

/**
 * The word of a relay of our own, in the topmost header Authentication-Results of its name that says something of DMARC: it writes above
 * whatever the sender wrote.
 */
export function passesByRelay(
  headers: readonly MailHeader[],
  authservId: string,
  from: readonly string[],
): boolean {
  const results = valuesOf(headers, "authentication-results")
    .map((value) => resultsOf(value))
    .find(
      ({ id, words }) => id === authservId.toLowerCase() && words.some((word) => word.startsWith("dmarc=")),
    );
  const dmarc = results?.words.filter((word) => word.startsWith("dmarc=")) ?? [];
  const [word, ...more] = dmarc;
  if (word === undefined || more.length > 0 || !/^dmarc=pass(?:\s|$)/.test(word)) return false;
  const named = /\bheader\.from=([^\s;]+)/.exec(word)?.[1];
  return named === fromDomainOf(from);
}

/** Without its comments, in lower case. */
function resultsOf(value: string): { id: string; words: string[] } {
  const [id = "", ...words] = withoutComments(value).toLowerCase().split(";");
  return { id: id.trim().split(/\s/)[0] ?? "", words: words.map((word) => word.trim()) };
}

const COMMENTS_MAX = 20;
function withoutComments(value: string): string {
  let text = value;
  for (let round = 0; round < COMMENTS_MAX && text.includes("("); round += 1)
    text = text.replaceAll(/\([^()]*\)/g, " ");
  return text;
}

/** Postmark's SpamAssassin and SPF check. A second header of the same name would be the sender's. */
export function passesByPostmark(headers: readonly MailHeader[], from: readonly string[]): boolean {
  const tests = onlyValueOf(headers, "x-spam-tests")?.split(/[\s,]+/) ?? [];
  if (fromDomainOf(from) !== null && tests.includes("DKIM_VALID_AU")) return true;
  const spf = onlyValueOf(headers, "received-spf") ?? "";
  const sender = /\benvelope-from="?([^\s;"]+)/i.exec(spf)?.[1];
  return /^pass\b/i.test(spf.trim()) && isAligned(domainOf(sender), fromDomainOf(from));
}

/** SendGrid's fields: `pass`, and `{@example.com : pass}`. */
export function passesBySendGrid(
  { spf, dkim, envelopeFrom }: { spf: string; dkim: string; envelopeFrom: string | null },
  from: readonly string[],
): boolean {
  const domain = fromDomainOf(from);
  if (spf.trim().toLowerCase() === "pass" && isAligned(domainOf(envelopeFrom), domain)) return true;
  const signers = [...dkim.matchAll(/@([^\s:{},]+)\s*:\s*pass\b/gi)].map(([, signer]) => signer);
  return signers.some((signer) => isAligned(signer, domain));
}

/** Mailgun's headers. It does not say whose DKIM signature is right, so each has to be the domain's. */
export function passesByMailgun(
  headers: readonly MailHeader[],
  envelopeFrom: string | null,
  from: readonly string[],
): boolean {
  const domain = fromDomainOf(from);
  const says = (name: string) => onlyValueOf(headers, name)?.trim().toLowerCase() === "pass";
  if (says("x-mailgun-spf") && isAligned(domainOf(envelopeFrom), domain)) return true;
  const signers = valuesOf(headers, "dkim-signature").map(
    (value) => /(?:^|;)\s*d=([^\s;]+)/i.exec(value)?.[1],
  );
  return (
    says("x-mailgun-dkim-check-result") &&
    signers.length > 0 &&
    signers.every((signer) => isAligned(signer, domain))
  );
}
