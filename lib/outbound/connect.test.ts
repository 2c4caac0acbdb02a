import net from "node:net";
import getPort from "get-port";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type Dial, dialByNet } from "./connect";
import { resolveByServers } from "./resolve";
import { createCertificate } from "./testing/certificate";
import { serveNames } from "./testing/name-server";
import {
  RECEIVER_HOST,
  accept,
  barrier,
  certificate,
  closeReceivers,
  handAlarm,
  receive,
  sendTo,
} from "./testing/receiver";

afterEach(() => {
  closeReceivers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const PUBLIC_ADDRESS = "93.184.215.14";

/** Connects to a port of this machine, whatever the address, and says that it is connected to `remoteAddress`. */
function dialHere(port: number, remoteAddress: string): { dial: Dial; dialled: string[][] } {
  const dialled: string[][] = [];
  const dial: Dial = (addresses) => {
    dialled.push([...addresses]);
    const socket = net.connect(port, "127.0.0.1");
    return Object.defineProperty(socket, "remoteAddress", { value: remoteAddress });
  };
  return { dial, dialled };
}

/** To a name that no OUTBOUND_ALLOW opens. */
const publicly = { url: `https://${RECEIVER_HOST}/hook` };
const nothingOpen = { openAddresses: [] };

describe("an address that is not public is never connected to", () => {
  const neverDial = () => vi.fn<Dial>(() => new net.Socket());

  test.each([
    ["a private one", ["10.0.0.1"]],
    ["the loopback", ["127.0.0.1"]],
    ["the loopback in IPv6's clothes", ["::ffff:127.0.0.1"]],
    ["metadata of the cloud", ["169.254.169.254"]],
    ["a public one beside a private one", [PUBLIC_ADDRESS, "192.168.1.1"]],
    ["a public IPv4 beside a private IPv6", [PUBLIC_ADDRESS, "fd00:ec2::254"]],
    ["a public IPv6 beside a private IPv4", ["10.0.0.1", "2606:4700::1111"]],
    ["no address, but text", ["localhost"]],
  ])("%s", async (_name, addresses) => {
    const dial = neverDial();
    const result = await sendTo(443, publicly, { ...nothingOpen, resolve: async () => addresses, dial });
    expect(result).toEqual({ kind: "refused", rule: "address_not_public" });
    expect(dial).not.toHaveBeenCalled();
  });

  test("nor is a server of this machine reached by any spelling of its address", async () => {
    let connections = 0;
    const port = await accept(() => (connections += 1));
    for (const host of [
      "127.0.0.1",
      "2130706433",
      "0x7f.1",
      "0177.0.0.1",
      "127.1",
      "[::ffff:127.0.0.1]",
      "127.0.0.1.",
    ])
      for (const scheme of ["http", "https"])
        expect(await sendTo(port, { url: `${scheme}://${host}:${port}/` })).toEqual({
          kind: "refused",
          rule: "literal",
        });
    expect(connections).toBe(0);
  });
});

describe("a name that changes its address between the check and the connection", () => {
  test("is connected to at the address that was checked, and refused at its next attempt", async () => {
    const port = await receive((_request, response) => void response.end());
    const questions: string[] = [];
    const names = await serveNames((_name, family) => {
      if (family === 6) return [];
      questions.push("A");
      return [questions.length === 1 ? PUBLIC_ADDRESS : "127.0.0.1"];
    });
    const { dial, dialled } = dialHere(port, PUBLIC_ADDRESS);
    const options = { ...nothingOpen, resolve: resolveByServers([names.server]), dial };
    expect(await sendTo(443, publicly, options)).toMatchObject({ kind: "answered", status: 200 });
    expect(questions).toHaveLength(1);
    expect(await sendTo(443, publicly, options)).toEqual({ kind: "refused", rule: "address_not_public" });
    expect(dialled).toEqual([[PUBLIC_ADDRESS]]);
    names.close();
  });

  test("is refused if the connection leads elsewhere all the same, and no byte is sent", async () => {
    const received = barrier<number>();
    const port = await accept((socket) => {
      let bytes = 0;
      socket.on("data", (chunk) => (bytes += chunk.length));
      socket.on("close", () => received.open(bytes));
    });
    const { dial } = dialHere(port, "127.0.0.1");
    const result = await sendTo(443, publicly, {
      ...nothingOpen,
      resolve: async () => [PUBLIC_ADDRESS],
      dial,
    });
    expect(result).toEqual({ kind: "refused", rule: "address_changed" });
    expect(await received.opened).toBe(0);
  });

  test("node:net asks for no other addresses than those it was given", async () => {
    const port = await accept(() => {});
    const endpoint = {
      url: new URL("https://localhost/"),
      host: "name.invalid",
      port,
      secure: true,
      isOpen: false,
    };
    const socket = dialByNet(["127.0.0.1"], endpoint);
    await new Promise((resolve) => socket.once("connect", resolve));
    expect(socket.remoteAddress).toBe("127.0.0.1");
    socket.destroy();
  });
});

test("where the first address refuses, the next one is tried", async () => {
  const port = await receive((_request, response) => void response.end());
  const resolve = async () => ["::1", "127.0.0.1"];
  expect(await sendTo(port, {}, { resolve })).toMatchObject({ kind: "answered", status: 200 });
});

describe("a failure before a connection stands is surely not executed", () => {
  test("no such name", async () => {
    const resolve = () => Promise.reject(Object.assign(new Error("no such name"), { code: "ENOTFOUND" }));
    const result = await sendTo(443, publicly, { ...nothingOpen, resolve });
    expect(result).toEqual({ kind: "not_sent", stage: "resolve", code: "ENOTFOUND", ms: 0 });
  });
  test("a name without addresses", async () => {
    const result = await sendTo(443, publicly, { ...nothingOpen, resolve: async () => [] });
    expect(result).toMatchObject({ kind: "not_sent", stage: "resolve", code: "ENODATA" });
  });
  test("a port where nobody listens", async () => {
    const result = await sendTo(await getPort());
    expect(result).toMatchObject({ kind: "not_sent", stage: "connect", code: "ECONNREFUSED" });
  });
  test("a name server that stays silent until the time is up", async () => {
    const alarm = handAlarm();
    const resolve = () => new Promise<never>(() => queueMicrotask(alarm.ring));
    const result = await sendTo(443, publicly, { ...nothingOpen, ...alarm, resolve });
    expect(result).toMatchObject({ kind: "not_sent", stage: "resolve", code: "TIMEOUT" });
  });
  test("an address that never accepts until the time is up", async () => {
    const alarm = handAlarm();
    const dial: Dial = () => {
      queueMicrotask(alarm.ring);
      return new net.Socket();
    };
    const result = await sendTo(9_000, {}, { ...alarm, dial });
    expect(result).toMatchObject({ kind: "not_sent", stage: "connect", code: "TIMEOUT" });
  });
  test("a server that accepts and says nothing until the time is up", async () => {
    const alarm = handAlarm();
    const port = await accept((socket) => void socket.once("data", alarm.ring));
    expect(await sendTo(port, {}, alarm)).toMatchObject({ kind: "not_sent", stage: "tls", code: "TIMEOUT" });
  });
  test("a server that hangs up, or speaks no TLS", async () => {
    const hangingUp = await accept((socket) => void socket.destroy());
    expect(await sendTo(hangingUp)).toMatchObject({ kind: "not_sent", stage: "tls" });
    const plain = await accept((socket) => void socket.write("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"));
    expect(await sendTo(plain)).toMatchObject({ kind: "not_sent", stage: "tls" });
  });
  test("a caller who gave up before", async () => {
    const dial = vi.fn<Dial>(() => new net.Socket());
    const resolve = vi.fn(async () => ["127.0.0.1"]);
    const result = await sendTo(9_000, { signal: AbortSignal.abort() }, { dial, resolve });
    expect(result).toMatchObject({ kind: "not_sent", stage: "resolve", code: "ABORTED" });
    expect(resolve).not.toHaveBeenCalled();
    expect(dial).not.toHaveBeenCalled();
  });
});

describe("a certificate that does not hold keeps the request here", () => {
  test.each([
    ["of an issuer that nobody trusts", certificate, {}, "DEPTH_ZERO_SELF_SIGNED_CERT"],
    [
      "for another name",
      createCertificate({ names: ["other.example.com"] }),
      null,
      "ERR_TLS_CERT_ALTNAME_INVALID",
    ],
    [
      "that ran out",
      createCertificate({ names: [RECEIVER_HOST], until: new Date("2024-01-01") }),
      null,
      "CERT_HAS_EXPIRED",
    ],
  ])("%s, even where the environment turns checks off", async (_name, served, trusted, code) => {
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    vi.spyOn(process, "emitWarning").mockReturnValue();
    let requests = 0;
    const port = await receive((_request, response) => {
      requests += 1;
      response.end();
    }, served);
    const result = await sendTo(port, {}, { ca: trusted ? undefined : served.cert });
    expect(result).toMatchObject({ kind: "not_sent", stage: "tls", code });
    expect(requests).toBe(0);
  });
});
