import { createPublicKey } from "node:crypto";
import { isIP } from "node:net";
import { isMailAddress } from "./mail-settings";

/** How replies by mail come in, as the environment says. */

export interface InboundMailSettings {
  /** To which people reply, with a token between `+` and `@`. */
  address: { local: string; domain: string };
  /** Our own listener behind a relay. Null: there is none. */
  smtp: SmtpInSettings | null;
  /** Each null: mail of this provider is refused. */
  postmark: { user: string; password: string } | null;
  /** Base64 of the public key, as SendGrid shows it. */
  sendgrid: { publicKey: string } | null;
  /** For SendGrid's events about our mails, which are signed with another key than incoming mail. */
  sendgridEvents: { publicKey: string } | null;
  ses: { topicArn: string } | null;
  mailgun: { signingKey: string } | null;
}

export interface SmtpInSettings {
  host: string;
  port: number;
  /** Addresses and networks, such as `10.1.0.0/16`, of the relay. */
  relays: readonly string[];
  /** The name by which the relay signs its Authentication-Results. */
  authservId: string;
}

export interface InboundMailEnvironment {
  MAIL_REPLY_ADDRESS?: string | undefined;
  MAIL_IN_SMTP?: string | undefined;
  MAIL_IN_RELAYS?: string | undefined;
  MAIL_IN_AUTHSERV_ID?: string | undefined;
  POSTMARK_INBOUND_LOGIN?: string | undefined;
  SENDGRID_INBOUND_PUBLIC_KEY?: string | undefined;
  SENDGRID_EVENTS_PUBLIC_KEY?: string | undefined;
  SES_INBOUND_TOPIC_ARN?: string | undefined;
  MAILGUN_SIGNING_KEY?: string | undefined;
}

export const MAIL_WAYS_IN = ["smtp", "postmark", "sendgrid", "ses", "mailgun"] as const;

/** The part of the address before the plus. A local part has at most 64 characters, of which plus and token take 56. */
const LOCAL_MAX = 8;
const LOGIN = /^([^\s:]{1,100}):(\S{16,200})$/;
const LISTEN = /^(.+):(\d{1,5})$/;
const TOPIC = /^arn:aws(?:-[a-z]+)*:sns:[a-z0-9-]{1,40}:\d{12}:[A-Za-z0-9_-]{1,256}$/;
const AUTHSERV = /^[A-Za-z0-9.-]{1,255}$/;
const LOOPBACK = ["127.0.0.1", "::1"];

/** Null: no reply is read. The environment has been checked by `findInboundMailFaults`. */
export function inboundMailSettingsFrom(env: InboundMailEnvironment): InboundMailSettings | null {
  const address = readReplyAddress(env.MAIL_REPLY_ADDRESS ?? "");
  if (address === null) return null;
  const login = LOGIN.exec(env.POSTMARK_INBOUND_LOGIN ?? "");
  const listen = readListen(env.MAIL_IN_SMTP ?? "");
  const { SENDGRID_INBOUND_PUBLIC_KEY: publicKey, SES_INBOUND_TOPIC_ARN: topicArn } = env;
  const { SENDGRID_EVENTS_PUBLIC_KEY: eventsKey } = env;
  return {
    address,
    smtp: listen && { ...listen, relays: relaysOf(env), authservId: env.MAIL_IN_AUTHSERV_ID! },
    postmark: login && { user: login[1]!, password: login[2]! },
    sendgrid: publicKey ? { publicKey } : null,
    sendgridEvents: eventsKey ? { publicKey: eventsKey } : null,
    ses: topicArn ? { topicArn } : null,
    mailgun: env.MAILGUN_SIGNING_KEY ? { signingKey: env.MAILGUN_SIGNING_KEY } : null,
  };
}

export function findInboundMailFaults(env: InboundMailEnvironment): { path: string; message: string }[] {
  const faults: { path: string; message: string }[] = [];
  const check = (
    path: keyof InboundMailEnvironment,
    isRight: (value: string) => boolean,
    message: string,
  ) => {
    const value = env[path];
    if (value && !isRight(value)) faults.push({ path, message });
  };
  check("MAIL_REPLY_ADDRESS", (value) => readReplyAddress(value) !== null, ADDRESS_WORDS);
  check("MAIL_IN_SMTP", (value) => readListen(value) !== null, "must be host:port, such as 127.0.0.1:2526");
  check(
    "MAIL_IN_RELAYS",
    () => relaysOf(env).every(isNetwork),
    "must be addresses or networks, with commas between them, such as 10.0.0.5,10.1.0.0/16",
  );
  check(
    "MAIL_IN_AUTHSERV_ID",
    (value) => AUTHSERV.test(value),
    "must be the relay's name in Authentication-Results",
  );
  check(
    "POSTMARK_INBOUND_LOGIN",
    (value) => LOGIN.test(value),
    "must be user:password, and the password 16 characters or more",
  );
  for (const path of ["SENDGRID_INBOUND_PUBLIC_KEY", "SENDGRID_EVENTS_PUBLIC_KEY"] as const)
    check(path, isPublicKey, "must be the public key in base64, as SendGrid shows it");
  check("SES_INBOUND_TOPIC_ARN", (value) => TOPIC.test(value), "must be arn:aws:sns:region:account:topic");
  if (env.MAIL_IN_SMTP && !env.MAIL_IN_AUTHSERV_ID)
    faults.push({ path: "MAIL_IN_AUTHSERV_ID", message: "goes with MAIL_IN_SMTP" });
  const waysIn = WAYS_IN.filter((path) => env[path]);
  if (env.SENDGRID_EVENTS_PUBLIC_KEY && !env.MAIL_REPLY_ADDRESS)
    faults.push({ path: "MAIL_REPLY_ADDRESS", message: "goes with SENDGRID_EVENTS_PUBLIC_KEY" });
  if (waysIn.length > 0 && !env.MAIL_REPLY_ADDRESS)
    faults.push({ path: "MAIL_REPLY_ADDRESS", message: `goes with ${waysIn[0]}` });
  if (waysIn.length === 0 && env.MAIL_REPLY_ADDRESS)
    faults.push({ path: "MAIL_REPLY_ADDRESS", message: `goes with one of ${WAYS_IN.join(", ")}` });
  return faults;
}

const ADDRESS_WORDS = `must be an address with at most ${LOCAL_MAX} characters before the @, such as reply@in.example.com`;
const WAYS_IN = [
  "MAIL_IN_SMTP",
  "POSTMARK_INBOUND_LOGIN",
  "SENDGRID_INBOUND_PUBLIC_KEY",
  "SES_INBOUND_TOPIC_ARN",
  "MAILGUN_SIGNING_KEY",
] as const;

function readReplyAddress(text: string): InboundMailSettings["address"] | null {
  const address = text.trim().toLowerCase();
  const [local = "", domain = ""] = address.split("@");
  const isRight = isMailAddress(address) && local.length <= LOCAL_MAX && !local.includes("+");
  return isRight ? { local, domain } : null;
}

function readListen(text: string): { host: string; port: number } | null {
  const [, host, port] = LISTEN.exec(text.trim()) ?? [];
  const bare = host?.replace(/^\[(.*)\]$/, "$1");
  return bare !== undefined && (isIP(bare) !== 0 || bare === "localhost") && Number(port) <= 65_535
    ? { host: bare, port: Number(port) }
    : null;
}

function isPublicKey(base64: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(base64, "base64"), format: "der", type: "spki" });
    return key.asymmetricKeyType === "ec";
  } catch {
    return false;
  }
}

const relaysOf = ({ MAIL_IN_RELAYS: list }: InboundMailEnvironment): string[] =>
  list ? list.split(",").map((one) => one.trim()) : LOOPBACK;

function isNetwork(text: string): boolean {
  const [address = "", bits, ...more] = text.split("/");
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}
