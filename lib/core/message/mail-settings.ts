/** How mail leaves this installation, as the environment says. */

export interface MailSettings {
  host: string;
  port: number;
  /** `tls`: from the first byte. `starttls`: or nothing is sent. `off`: in plain text, for a relay beside us. */
  security: "tls" | "starttls" | "off";
  /** Null: the relay asks for none. */
  login: { user: string; password: string } | null;
  from: { name: string; address: string };
}

export interface MailEnvironment {
  SMTP_URL?: string | undefined;
  SMTP_TLS?: "" | "require" | "off" | undefined;
  MAIL_FROM?: string | undefined;
}

/** The missing settings if mail is not set up, as one sentence for the page and the document. */
export const MAIL_SETUP_WORDS = "Mail is not set up: set SMTP_URL and MAIL_FROM, and start the app again.";

/** Null: mail is not set up. The environment has been checked by `findMailFaults`. */
export function mailSettingsFrom(env: MailEnvironment): MailSettings | null {
  if (!env.SMTP_URL || !env.MAIL_FROM) return null;
  const relay = readSmtpUrl(env.SMTP_URL, env.SMTP_TLS === "off");
  const from = readMailbox(env.MAIL_FROM);
  return relay && from && { ...relay, from };
}

export function findMailFaults(env: MailEnvironment): { path: string; message: string }[] {
  const { SMTP_URL: url, MAIL_FROM: from } = env;
  if (!url && !from) return [];
  const faults: { path: string; message: string }[] = [];
  const add = (path: string, message: string) => void faults.push({ path, message });
  if (!url) add("SMTP_URL", "goes with MAIL_FROM");
  else if (readSmtpUrl(url, false) === null)
    add("SMTP_URL", "must be smtp://user:password@host:587 or smtps://user:password@host:465");
  if (!from) add("MAIL_FROM", "goes with SMTP_URL");
  else if (readMailbox(from) === null)
    add("MAIL_FROM", "must be an address, or a name and an address: Countersign <countersign@example.com>");
  return faults;
}

const ADDRESS = /^[^\s@<>"(),:;\\]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*$/;
const NAMED = /^(?<name>[^<>"\r\n]{0,100}?)\s*<(?<address>[^<>]+)>$/;

/** One address that mail can be sent to, without a name, a comment or a line break. */
export const isMailAddress = (text: string): boolean => ADDRESS.test(text);

function readMailbox(text: string): MailSettings["from"] | null {
  const named = NAMED.exec(text.trim())?.groups;
  const name = named?.name?.trim() || "Countersign";
  const address = (named?.address ?? text).trim();
  return ADDRESS.test(address) ? { name, address } : null;
}

function readSmtpUrl(
  text: string,
  plainly: boolean,
): Pick<MailSettings, "host" | "port" | "security" | "login"> | null {
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, port, username, password, pathname, search } = new URL(text);
  if ((protocol !== "smtp:" && protocol !== "smtps:") || hostname === "") return null;
  if ((pathname !== "" && pathname !== "/") || search !== "") return null;
  const isTls = protocol === "smtps:";
  const user = decoded(username);
  const pass = decoded(password);
  if (user === null || pass === null) return null;
  const login = user === "" ? null : { user, password: pass };
  const security = isTls ? "tls" : plainly ? "off" : "starttls";
  return { host: hostname, port: port === "" ? (isTls ? 465 : 587) : Number(port), security, login };
}

/** Null: a `%` in it stands for nothing. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
