import { once } from "node:events";
import { BlockList, type AddressInfo, isIP } from "node:net";
import { SMTPServer, type SMTPServerSession } from "smtp-server";
import type { SmtpInSettings } from "@/lib/core/message/inbound-mail-settings";
import { describeError, log } from "@/lib/log";
import { passesByRelay } from "./authenticity";
import type { IncomingMail } from "./incoming-mail";
import { parseMime } from "./parse-mime";

/** Our own SMTP server. It takes mail from the company's relay alone, which has checked who sent it, and for addresses of ours alone. */

export const MAIL_BYTES_MAX = 1_000_000;
/** Further ones are told to come again. */
const CLIENTS_MAX = 60;
const RECIPIENTS_MAX = 20;
const IDLE_MS_MAX = 60_000;

export interface MailListener {
  port: number;
  close(): Promise<void>;
}

export interface ListenerParts {
  settings: SmtpInSettings;
  /** Whether a mail to this address is for us. */
  isOurs(address: string): boolean;
  /** Throws where it has to come again. */
  take(mail: IncomingMail): Promise<void>;
}

/** @throws Error where the address cannot be listened at. */
export async function listenForMail(parts: ListenerParts): Promise<MailListener> {
  const { host, port } = parts.settings;
  const server = createServer(parts);
  server.on("error", (error) =>
    log.warn({ error: describeError(error) }, "A connection of the mail listener failed"),
  );
  const listening = server.listen(port, host);
  await once(listening, "listening");
  return {
    port: (listening.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function createServer({ settings, isOurs, take }: ListenerParts): SMTPServer {
  const relays = networksOf(settings.relays);
  return new SMTPServer({
    name: "countersign",
    banner: "Countersign",
    authOptional: true,
    // The relay stands beside us or in the same network; it is known by its address.
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    logger: false,
    size: MAIL_BYTES_MAX,
    maxClients: CLIENTS_MAX,
    socketTimeout: IDLE_MS_MAX,
    onConnect: (session, done) => done(isAmong(relays, session) ? null : refusal(554, "Not a relay of ours")),
    onRcptTo({ address }, { envelope }, done) {
      if (envelope.rcptTo.length >= RECIPIENTS_MAX) return done(refusal(452, "Too many recipients"));
      done(isOurs(address) ? null : refusal(550, "No such address"));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => {
        if (!stream.sizeExceeded) chunks.push(chunk);
      });
      stream.on("end", () => {
        if (stream.sizeExceeded) return done(refusal(552, `A mail may have ${MAIL_BYTES_MAX} bytes at most`));
        void taken(Buffer.concat(chunks), session).then(
          () => done(),
          (error: unknown) => done(error as Error),
        );
      });
    },
  });

  async function taken(raw: Buffer, { envelope }: SMTPServerSession): Promise<void> {
    const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
    const parsed = await parseMime(raw, from);
    if (parsed === null) throw refusal(554, "This is no mail that can be read");
    const { allHeaders, ...rest } = parsed;
    const to = envelope.rcptTo.map(({ address }) => address);
    try {
      await take({
        ...rest,
        envelope: { from: from === "" ? null : from.toLowerCase(), to },
        isAuthentic: passesByRelay(allHeaders, settings.authservId, rest.from),
      });
    } catch (error) {
      log.error({ error: describeError(error) }, "A mail was not taken in; its relay sends it again");
      throw refusal(451, "Not now");
    }
  }
}

const refusal = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode });

function networksOf(relays: readonly string[]): BlockList {
  const list = new BlockList();
  for (const relay of relays) {
    const [address = "", bits] = relay.split("/");
    const family = familyOf(address);
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

const familyOf = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");

/** A listener for both families writes an IPv4 address as `::ffff:10.0.0.5`. */
function isAmong(relays: BlockList, { remoteAddress }: SMTPServerSession): boolean {
  const address = remoteAddress.replace(/^::ffff:(?=\d+\.)/i, "");
  return isIP(address) !== 0 && relays.check(address, familyOf(address));
}
