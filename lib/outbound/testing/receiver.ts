import { once } from "node:events";
import http from "node:http";
import https from "node:https";
import net, { type AddressInfo } from "node:net";
import { type SenderOptions, type SendRequest, createSender } from "@/lib/outbound/sender";
import { createCertificate } from "./certificate";

/** Servers on free ports of this machine, and senders to which their addresses are open. */

export const RECEIVER_HOST = "hooks.example.com";
export const certificate = createCertificate({ names: [RECEIVER_HOST] });

const closers: (() => void)[] = [];

export function closeReceivers(): void {
  for (const close of closers.splice(0)) close();
}

async function listen(server: net.Server): Promise<number> {
  const sockets = new Set<net.Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
  });
  closers.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return (server.address() as AddressInfo).port;
}

/** Answers over TLS. Returns its port. */
export function receive(handle: http.RequestListener, { key, cert } = certificate): Promise<number> {
  const server = https.createServer({ key, cert }, handle);
  server.on("tlsClientError", () => {});
  return listen(server);
}

/** Answers by plain HTTP. Returns its port. */
export function receivePlainly(handle: http.RequestListener): Promise<number> {
  return listen(http.createServer(handle));
}

/** Hands each connection over as it is. Returns its port. */
export function accept(handle: (socket: net.Socket) => void): Promise<number> {
  return listen(net.createServer(handle));
}

/** Sends to `https://hooks.example.com:<port>/`, which stands for this machine, unless `more` says otherwise. */
export function sendTo(port: number, more: Partial<SendRequest> = {}, options: Partial<SenderOptions> = {}) {
  const sender = createSender({
    ownUrls: [],
    openAddresses: [{ host: RECEIVER_HOST, port }],
    clock: { now: () => new Date("2026-11-27T12:00:00Z") },
    // Rings for tests alone, so that no machine is too slow.
    setAlarm: () => () => {},
    resolve: async () => ["127.0.0.1"],
    ca: certificate.cert,
    ...options,
  });
  const url = `https://${RECEIVER_HOST}:${port}/hook`;
  return sender.send({ method: "POST", url, timeoutMs: 10_000, answerBytesMax: 10_000, body: "{}", ...more });
}

/** A promise that a test or its server opens. */
export function barrier<Value = void>() {
  let open!: (value: Value) => void;
  const opened = new Promise<Value>((resolve) => (open = resolve));
  return { opened, open };
}

/** An alarm that the test rings. */
export function handAlarm() {
  let rings: () => void = () => {};
  const setAlarm = (_afterMs: number, ring: () => void) => {
    rings = ring;
    return () => (rings = () => {});
  };
  return { setAlarm, ring: () => rings() };
}
