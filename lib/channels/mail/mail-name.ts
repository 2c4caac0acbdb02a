/**
 * How a provider names one of our mails when it tells what became of it: the token of the mail's address for replies, which we signed, and
 * the name of its message. A provider that changes Message-ID and envelope keeps it, and hands it back as it was.
 */
export interface MailName {
  /** The token in the reply address: company, subject and person. */
  token: string;
  /** The reference of the message. Null: take the last mail to this person about the subject. */
  ref: string | null;
}

/** The providers that have a header of their own for it. SES hands back the mail's own headers. */
export const NAMING_PROVIDERS = ["postmark", "sendgrid", "mailgun"] as const;
export type NamingProvider = (typeof NAMING_PROVIDERS)[number];

/** Postmark takes 20 characters of a key, and 80 of a value: the name has 78. */
export const NAME_KEY = "countersign";
const NAME = /^([a-z2-7]{55})\.([A-Za-z0-9_-]{22})$/;
const MESSAGE_ID = /^<?([A-Za-z0-9_-]{22})\.[^@<>\s]{1,40}@/;

/** Headers by which these providers name the mail. They hold no personal data, and no recipient sees them. */
export function headersNaming(
  replyTo: string | null,
  ref: string,
  providers: readonly NamingProvider[],
): Record<string, string> {
  const token = tokenOf(replyTo ?? "");
  if (token === null) return {};
  const name = `${token}.${ref}`;
  const json = JSON.stringify({ [NAME_KEY]: name });
  const headers: Record<NamingProvider, [string, string]> = {
    postmark: [`X-PM-Metadata-${NAME_KEY}`, name],
    sendgrid: ["X-SMTPAPI", `{"unique_args":${json}}`],
    mailgun: ["X-Mailgun-Variables", json],
  };
  return Object.fromEntries(providers.map((provider) => headers[provider]));
}

/** Null: it names no mail of ours. Whether we signed it, `readReplyToken` says. */
export function mailNameOf(text: string | null | undefined): MailName | null {
  const [, token, ref] = NAME.exec(text ?? "") ?? [];
  return token === undefined ? null : { token, ref: ref! };
}

/** Reads the name from the headers of the mail itself. Null: they hold none. */
export function mailNameFrom(replyTo: string | null, messageId: string | null): MailName | null {
  const token = tokenOf(replyTo ?? "");
  return token === null ? null : { token, ref: MESSAGE_ID.exec(messageId?.trim() ?? "")?.[1] ?? null };
}

/** Mail servers may have written the address in capitals. */
const tokenOf = (address: string): string | null =>
  /\+([a-z2-7]{55})@/.exec(address.toLowerCase())?.[1] ?? null;
