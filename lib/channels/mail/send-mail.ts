import { Readable } from "node:stream";
import MailComposer from "nodemailer/lib/mail-composer";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import type { SendOutcome } from "@/lib/channels/channel";
import { inPlainText } from "@/lib/core/values/shown-text";
import type { MailSettings } from "@/lib/core/message/mail-settings";
import type { MailContent } from "./render-mail";

/** One attempt to hand one mail to the relay, on a connection of its own, and how it truly ended. */

export interface OutgoingMail extends MailContent {
  to: string;
  messageId: string;
  /** The Message-ID of the mail that this one follows. Null: it is the first. */
  firstMessageId: string | null;
  /** To which its reader answers and mail servers return it. Null: whatever comes back goes to the sender. */
  replyTo: string | null;
  /** Headers by which a provider names the mail when it tells what became of it. */
  namedBy: Readonly<Record<string, string>>;
}

/** The library waits for minutes by itself. */
const TIMEOUTS_MS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 15_000,
  dnsTimeout: 5_000,
};
const WHOLE_MS_MAX = 25_000;

export async function sendMail(settings: MailSettings, mail: OutgoingMail): Promise<SendOutcome> {
  const message = await compose(settings, mail);
  // Read from the moment at which the relay asks for it: from then on it may arrive.
  const source = new Readable({
    read() {
      hasBegun = true;
      this.push(message);
      this.push(null);
    },
  });
  let hasBegun = false;
  const connection = new SMTPConnection(optionsOf(settings));
  const failed = new Promise<never>((_resolve, reject) => connection.once("error", reject));
  // Faults after the end of an attempt are nobody's concern.
  failed.catch(() => {});
  connection.on("error", () => {});
  const alarm = setTimeout(() => connection.emit("error", new Error("It took too long")), WHOLE_MS_MAX);
  try {
    await Promise.race([failed, hand(connection, settings, mail, source)]);
    return { kind: "sent", externalId: mail.messageId };
  } catch (error) {
    return outcomeOf(error as SmtpError, hasBegun);
  } finally {
    clearTimeout(alarm);
    connection.close();
  }
}

const optionsOf = ({ host, port, security }: MailSettings) => ({
  host,
  port,
  secure: security === "tls",
  requireTLS: security === "starttls",
  ignoreTLS: security === "off",
  socketCloseTimeout: 0,
  ...TIMEOUTS_MS,
});

async function hand(
  connection: SMTPConnection,
  { login, from }: MailSettings,
  { to, replyTo }: OutgoingMail,
  source: Readable,
): Promise<void> {
  await called((done) => connection.connect(done));
  if (login) await called((done) => connection.login({ user: login.user, pass: login.password }, done));
  await called((done) => connection.send({ from: replyTo ?? from.address, to: [to] }, source, done));
}

const called = (call: (done: (error?: Error | null) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => call((error) => (error ? reject(error) : resolve())));

function compose(
  { from }: MailSettings,
  { to, subject, text, html, messageId, firstMessageId, replyTo, namedBy }: OutgoingMail,
): Promise<Buffer> {
  return new MailComposer({
    from,
    to: { name: "", address: to },
    ...(replyTo !== null && { replyTo: { name: from.name, address: replyTo } }),
    subject,
    text,
    html,
    messageId,
    ...(firstMessageId !== null && { inReplyTo: firstMessageId, references: [firstMessageId] }),
    headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All", ...asTheyAre(namedBy) },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
}

/** A provider reads them as text: the library would encode and fold a long one. They are ASCII, and far from the 998 characters of a line. */
const asTheyAre = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { prepared: true, value }]));

interface SmtpError extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
}

/** These say something about our sending at all, whomever the mail is for. */
const isAboutUs = ({ responseCode, command = "" }: SmtpError): boolean =>
  responseCode === 421 || responseCode === 530 || responseCode === 535 || !/^(RCPT TO|DATA)/.test(command);

function outcomeOf(error: SmtpError, hasBegun: boolean): SendOutcome {
  const { responseCode } = error;
  const why = whyOf(error);
  if (responseCode === undefined) {
    if (hasBegun) return { kind: "unknown", why };
    return error.code === "EENVELOPE"
      ? { kind: "refused", scope: "message", why }
      : { kind: "later", scope: "account", why, retryAfterSeconds: null };
  }
  // A wrong password is set right in the environment, and no page connects mail again: it is tried again.
  if (isAboutUs(error)) return { kind: "later", scope: "account", why, retryAfterSeconds: null };
  return responseCode >= 500
    ? { kind: "refused", scope: "message", why }
    : { kind: "later", scope: "message", why, retryAfterSeconds: null };
}

const WHY_MAX = 200;

/** In the relay's words, or by the code of the fault. The library's own message may hold the login. */
function whyOf({ response, code }: SmtpError): string {
  if (!response) return `The mail server cannot be reached (${code ?? "timeout"}).`;
  return `The mail server said: ${inPlainText(response).replaceAll(/\s+/g, " ").slice(0, WHY_MAX)}`;
}
