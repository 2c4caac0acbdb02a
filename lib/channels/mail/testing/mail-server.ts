import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

/** A real SMTP server on this machine that parses what it takes, and does as the test says. */

export interface ReceivedMail extends Email {
  envelope: { from: string; to: string[] };
  raw: string;
}

/** Per recipient. Null: it takes the mail. */
export type MailFault =
  /** Answers RCPT TO so. */
  | { at: "recipient"; code: number; message: string }
  /** Answers the whole message so. */
  | { at: "message"; code: number; message: string }
  /** Answers the sender so. */
  | { at: "sender"; code: number; message: string }
  /** Takes the message, and cuts the line before it says so. */
  | { at: "drop_after_data" }
  /** Cuts the line at RCPT TO. */
  | { at: "drop_before_data" };

export interface MailServer {
  port: number;
  mails: ReceivedMail[];
  /** Connections so far. */
  connections: number;
  fault: (to: string) => MailFault | null;
  close(): Promise<void>;
}

export async function openMailServer(
  login: { user: string; password: string } | null = null,
): Promise<MailServer> {
  const sockets = new Set<Socket>();
  const mailServer: MailServer = {
    port: 0,
    mails: [],
    connections: 0,
    fault: () => null,
    close: () => close(),
  };
  const refusal = (code: number, message: string) =>
    Object.assign(new Error(message), { responseCode: code });
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = new SMTPServer({
    authOptional: login === null,
    allowInsecureAuth: true,
    disabledCommands: login === null ? ["STARTTLS", "AUTH"] : ["STARTTLS"],
    onConnect: (_session, done) => {
      mailServer.connections += 1;
      done();
    },
    onAuth: ({ username, password }, _session, done) => {
      const isRight = username === login?.user && password === login?.password;
      done(isRight ? null : refusal(535, "Wrong name or password"), isRight ? { user: username } : undefined);
    },
    onMailFrom: (_address, _session, done) => {
      const wrong = mailServer.fault("");
      done(wrong?.at === "sender" ? refusal(wrong.code, wrong.message) : null);
    },
    onRcptTo: ({ address }, _session, done) => {
      const wrong = mailServer.fault(address);
      if (wrong?.at === "drop_before_data") return cut();
      done(wrong?.at === "recipient" ? refusal(wrong.code, wrong.message) : null);
    },
    onData: async (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      const raw = Buffer.concat(chunks).toString("utf8");
      const to = envelope.rcptTo.map(({ address }) => address);
      const wrong = mailServer.fault(to[0]!);
      if (wrong?.at === "message") return done(refusal(wrong.code, wrong.message));
      const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
      mailServer.mails.push({ ...(await PostalMime.parse(raw)), envelope: { from, to }, raw });
      if (wrong?.at === "drop_after_data") return cut();
      done();
    },
  });
  server.on("error", () => {});
  server.server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
  });
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  mailServer.port = (listening.address() as AddressInfo).port;
  const close = () => new Promise<void>((resolve) => (cut(), server.close(() => resolve())));
  return mailServer;
}
