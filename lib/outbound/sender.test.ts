import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createCertificate } from "./testing/certificate";
import { barrier, closeReceivers, handAlarm, receive, receivePlainly, sendTo } from "./testing/receiver";

afterEach(() => {
  closeReceivers();
  vi.useRealTimers();
});

const textOf = (result: object) =>
  "body" in result ? Buffer.from(result.body as Uint8Array).toString() : null;

describe("an answer", () => {
  test("comes with status, the three headers that are kept, its bytes and the time that it took", async () => {
    let now = 1_000;
    const port = await receive((_request, response) => {
      now += 250;
      response.writeHead(429, {
        "content-type": "text/plain",
        "retry-after": "7",
        "set-cookie": "a=b",
        "x-request-id": "r",
      });
      response.end("later");
    });
    const result = await sendTo(port, {}, { clock: { now: () => new Date(now) } });
    expect(result).toEqual({
      kind: "answered",
      status: 429,
      headers: { "content-type": "text/plain", "retry-after": "7", "x-request-id": "r" },
      body: Buffer.from("later"),
      bodyState: "whole",
      ms: 250,
    });
  });

  test("reaches the caller for a request that arrives exactly as it was checked", async () => {
    const arrived = barrier<object>();
    const port = await receive(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { method, url, rawHeaders } = request;
      arrived.open({ method, url, rawHeaders, body: Buffer.concat(chunks).toString() });
      response.end();
    });
    const url = `https://hooks.example.com:${port}/a/../b?c=d%20e`;
    const headers = { "Content-Type": "text/plain" };
    await sendTo(port, { method: "PUT", url, headers, body: "é", idempotencyKey: "k-1" });
    expect(await arrived.opened).toEqual({
      method: "PUT",
      url: "/b?c=d%20e",
      rawHeaders: [
        ["content-type", "text/plain", "idempotency-key", "k-1"],
        ["host", `hooks.example.com:${port}`, "user-agent", "Countersign", "accept-encoding", "identity"],
        ["connection", "close", "content-length", "2"],
      ].flat(),
      body: "é",
    });
  });

  test("of a redirect is an answer, and nothing follows it", async () => {
    let requests = 0;
    const port = await receive((request, response) => {
      requests += 1;
      response.writeHead(Number(request.url?.slice(1)), { location: "/200" }).end();
    });
    for (const status of [301, 302, 303, 307, 308]) {
      const url = `https://hooks.example.com:${port}/${status}`;
      expect(await sendTo(port, { url })).toMatchObject({ kind: "answered", status });
    }
    expect(requests).toBe(5);
  });

  test("that is longer than allowed is truncated, and the connection ends", async () => {
    const closed = barrier();
    const port = await receive((_request, response) => {
      response.on("close", closed.open);
      const write = (): void => {
        while (!response.destroyed && response.write("x".repeat(16_000)));
        if (!response.destroyed) response.once("drain", write);
      };
      write();
    });
    const result = await sendTo(port, { answerBytesMax: 20_000 });
    expect(result).toMatchObject({ kind: "answered", status: 200, bodyState: "truncated" });
    expect(textOf(result)).toHaveLength(20_000);
    await closed.opened;
  });

  test("of exactly the allowed length is whole", async () => {
    const port = await receive((_request, response) => void response.end("12345"));
    expect(await sendTo(port, { answerBytesMax: 5 })).toMatchObject({ bodyState: "whole" });
    expect(await sendTo(port, { answerBytesMax: 4 })).toMatchObject({ bodyState: "truncated" });
    expect(await sendTo(port, { answerBytesMax: 0 })).toMatchObject({ bodyState: "truncated" });
  });

  test("that is compressed keeps its status and loses its body", async () => {
    const bomb = gzipSync(Buffer.alloc(1_000_000));
    const port = await receive(
      (_request, response) => void response.writeHead(200, { "content-encoding": "gzip" }).end(bomb),
    );
    const result = await sendTo(port);
    expect(result).toMatchObject({ kind: "answered", status: 200, bodyState: "encoded" });
    expect(textOf(result)).toBe("");
  });

  test("by plain HTTP comes from an open address alone", async () => {
    const port = await receivePlainly((_request, response) => void response.end("plain"));
    expect(textOf(await sendTo(port, { url: `http://hooks.example.com:${port}/` }))).toBe("plain");
    const literal = { openAddresses: [{ host: "127.0.0.1", port }] };
    expect(textOf(await sendTo(port, { url: `http://127.0.0.1:${port}/` }, literal))).toBe("plain");
  });
});

describe("what may have arrived is unknown", () => {
  test("where the connection ends before an answer", async () => {
    const port = await receive((request) => void request.socket.destroy());
    expect(await sendTo(port)).toMatchObject({ kind: "unknown", reason: "reset", status: null });
  });

  test.each<[string, string]>([
    ["within the promised length", "content-length: 100\r\n\r\nabc"],
    ["before the last chunk", "transfer-encoding: chunked\r\n\r\n3\r\nabc\r\n"],
  ])("where the answer is cut off %s", async (_name, rest) => {
    const port = await receive(({ socket }) => void socket.end(`HTTP/1.1 200 OK\r\n${rest}`));
    expect(await sendTo(port)).toMatchObject({ kind: "unknown", reason: "cut_off", status: 200 });
  });

  test.each<[string, string]>([
    ["is not HTTP", "SSH-2.0-OpenSSH_9.6\r\n"],
    ["has two lengths", "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab"],
    [
      "has a length beside chunks",
      "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n",
    ],
    ["has too long headers", `HTTP/1.1 200 OK\r\nx: ${"a".repeat(20_000)}\r\n\r\n`],
  ])("where the answer %s", async (_name, answer) => {
    const port = await receive(({ socket }) => void socket.write(answer));
    expect(await sendTo(port)).toMatchObject({ kind: "unknown", reason: "malformed", status: null });
  });

  test("where the answer switches to another protocol", async () => {
    const port = await receive(({ socket }) => {
      socket.write("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n");
    });
    expect(await sendTo(port)).toMatchObject({ kind: "unknown", reason: "reset" });
  });

  test("where the time is up after the request arrived, even in endless interim answers", async () => {
    const alarm = handAlarm();
    const silent = await receive(() => alarm.ring());
    expect(await sendTo(silent, {}, alarm)).toMatchObject({
      kind: "unknown",
      reason: "timeout",
      status: null,
    });
    const interim = await receive(({ socket }) => {
      socket.write("HTTP/1.1 103 Early Hints\r\n\r\n".repeat(3), alarm.ring);
    });
    expect(await sendTo(interim, {}, alarm)).toMatchObject({
      kind: "unknown",
      reason: "timeout",
      status: null,
    });
  });

  test("where the answer drips: each byte gives it no more time", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const port = await receive((_request, response) => {
      const drip = (): void =>
        void response.write("x", () => setImmediate(response.destroyed ? () => {} : drip));
      drip();
      vi.advanceTimersByTime(9_999);
      setImmediate(() => vi.advanceTimersByTime(1));
    });
    const result = await sendTo(port, { timeoutMs: 10_000 }, { setAlarm: undefined });
    expect(result).toMatchObject({ kind: "unknown", reason: "timeout" });
  });

  test("where the caller gives up after the request arrived", async () => {
    const caller = new AbortController();
    const port = await receive(() => caller.abort());
    expect(await sendTo(port, { signal: caller.signal })).toMatchObject({
      kind: "unknown",
      reason: "aborted",
    });
  });
});

test("an attempt leaves no timer and no listener behind", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const caller = new AbortController();
  const remove = vi.spyOn(caller.signal, "removeEventListener");
  const port = await receive((_request, response) => void response.end());
  expect(await sendTo(port, { signal: caller.signal }, { setAlarm: undefined })).toMatchObject({
    kind: "answered",
  });
  expect(vi.getTimerCount()).toBe(0);
  expect(remove).toHaveBeenCalledOnce();
});

test("no attempt lasts for more than five minutes or takes more than a million bytes", async () => {
  const setAlarm = vi.fn(() => () => {});
  const port = await receive((_request, response) => void response.end(Buffer.alloc(1_000_001)));
  const result = await sendTo(port, { timeoutMs: 1e9, answerBytesMax: 1e9 }, { setAlarm });
  expect(setAlarm).toHaveBeenCalledExactlyOnceWith(300_000, expect.any(Function));
  expect(result).toMatchObject({ bodyState: "truncated" });
});

test("a limit that is no number allows nothing", async () => {
  const setAlarm = vi.fn(() => () => {});
  const port = await receive((_request, response) => void response.end("12345"));
  const result = await sendTo(port, { timeoutMs: Number.NaN, answerBytesMax: Number.NaN }, { setAlarm });
  expect(setAlarm).toHaveBeenCalledExactlyOnceWith(0, expect.any(Function));
  expect(result).toMatchObject({ bodyState: "truncated" });
  expect(textOf(result)).toBe("");
});

test("the log names host, status, time and id, and nothing of address, headers or bodies", async () => {
  const lines: unknown[] = [];
  const note = (fields: object, message: string) => void lines.push({ ...fields, message });
  const log = { info: note, warn: note };
  const port = await receive((request, response) => {
    if (request.url?.includes("broken")) request.socket.destroy();
    else response.setHeader("x-request-id", "SECRET").end("SECRET");
  });
  const url = `https://hooks.example.com:${port}/SECRET?token=SECRET`;
  const secrets = {
    headers: { authorization: "SECRET" },
    body: "SECRET",
    idempotencyKey: "SECRET",
    attemptId: "d-1",
  };
  await sendTo(port, { url, ...secrets }, { log });
  await sendTo(port, { url: `${url}&broken`, ...secrets }, { log });
  await sendTo(
    port,
    { url, ...secrets },
    { log, ca: createCertificate({ names: ["other.example.com"] }).cert },
  );
  await sendTo(port, { url: "https://user:SECRET@example.com/", ...secrets }, { log });
  await sendTo(port, { url: "https://SECRET", ...secrets, method: "STEAL" as "GET" }, { log });
  const host = `hooks.example.com:${port}`;
  expect(lines).toEqual([
    expect.objectContaining({ kind: "answered", host, status: 200, ms: 0, attempt_id: "d-1" }),
    expect.objectContaining({ kind: "unknown", host, reason: "reset", code: "ECONNRESET" }),
    expect.objectContaining({ kind: "not_sent", host, stage: "tls", code: "DEPTH_ZERO_SELF_SIGNED_CERT" }),
    expect.objectContaining({ kind: "refused", host: "example.com", rule: "credentials" }),
    expect.objectContaining({ kind: "refused", host: "secret", rule: "name_not_public" }),
  ]);
  expect(JSON.stringify(lines)).not.toContain("SECRET");
});
