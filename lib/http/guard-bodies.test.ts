import { once } from "node:events";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, type Socket, connect } from "node:net";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { answerBeforeNext } from "./before-next";
import { type BodyLimits, guardBodies } from "./guard-bodies";

const MB = 1024 * 1024;
let stop = () => {};
const limit = (limits: Partial<BodyLimits>) => {
  stop();
  stop = answerBeforeNext(guardBodies({ bytesMaxOf: () => MB, ...limits }));
};

/** Reads each body whole, as Next does, and says how long it was. */
const readWhole = (request: IncomingMessage, response: ServerResponse) => {
  let bytes = 0;
  request.on("data", (part: Uint8Array) => (bytes += part.byteLength));
  request.on("end", () => response.end(`Next read ${bytes}`));
  request.on("error", () => ends.push("cut off"));
};
const ends: string[] = [];
let handle = readWhole;
const server = http.createServer((request, response) => handle(request, response));
await once(server.listen(0, "127.0.0.1"), "listening");
const { port } = server.address() as AddressInfo;

// Of all timers the guard alone uses this one.
vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
const pass = (ms: number) => vi.advanceTimersByTime(ms);

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  ends.length = 0;
  handle = readWhole;
});
afterAll(() => {
  vi.useRealTimers();
  stop();
  server.close();
  server.closeAllConnections();
});

/** A request by hand; `answer` is all that came back until the server ended the connection. */
function begin(head: string, ...parts: (string | Buffer)[]) {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  sockets.push(socket);
  let text = "";
  socket.on("data", (part) => (text += part.toString()));
  socket.on("error", () => {});
  const answer = new Promise<string>((ended) => {
    for (const event of ["end", "close"]) socket.once(event, () => ended(text));
  });
  socket.write(`POST /x HTTP/1.1\r\nHost: test\r\n${head}\r\n\r\n`);
  for (const part of parts) socket.write(part);
  return { socket, answer, text: () => text };
}
const length = (bytes: number) => `Content-Length: ${bytes}`;
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const bodyOf = (answer: string) => JSON.parse(answer.split("\r\n\r\n")[1]!) as Record<string, unknown>;

test("a body that fits goes through whole, one after the other over one connection", async () => {
  limit({});
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  for (const bytes of [0, 1, 100_000, MB]) {
    const request = http.request({ port, host: "127.0.0.1", method: "POST", agent });
    request.end(Buffer.alloc(bytes));
    const [response] = (await once(request, "response")) as [IncomingMessage];
    expect(Buffer.concat(await response.toArray()).toString()).toBe(`Next read ${bytes}`);
  }
  agent.destroy();
});

test("a body that says it is too large is refused before any of it is read", async () => {
  limit({});
  handle = () => ends.push("reached Next");
  const answer = await begin(`X-Correlation-Id: too-large-1\r\n${length(MB + 1)}`).answer;
  expect(answer).toMatch(/^HTTP\/1\.1 413 Payload Too Large\r\n/);
  expect(answer).toContain("content-type: application/problem+json");
  expect(answer).toContain("X-Content-Type-Options: nosniff");
  expect(bodyOf(answer)).toMatchObject({
    code: "payload_too_large",
    status: 413,
    correlation_id: "too-large-1",
  });
  expect(ends).toEqual([]);
});

test("a body that turns out too large is refused then, and whoever read it is told that it broke off", async () => {
  limit({});
  const { answer } = begin("Transfer-Encoding: chunked", chunk("x".repeat(MB)), chunk("y"), "0\r\n\r\n");
  expect(await answer).toMatch(/^HTTP\/1\.1 413 /);
  await expect.poll(() => ends).toEqual(["cut off"]);
});

test("a body in very many small parts is refused however few its bytes are", async () => {
  limit({});
  const { answer } = begin("Transfer-Encoding: chunked", chunk("x").repeat(20_000));
  expect(bodyOf(await answer)).toMatchObject({ status: 413, detail: expect.stringContaining("small parts") });
});

/** Holds the next request until `goOn`. */
function hold() {
  let goOn = () => {};
  const arrived = new Promise<IncomingMessage>((resolve) => {
    handle = (request, response) => {
      goOn = () => readWhole(request, response);
      resolve(request);
    };
  });
  return { arrived, goOn: () => goOn() };
}

test("a body that does not end in time is answered 408, however little of it came", async () => {
  limit({ msMax: 30_000 });
  const { arrived, goOn } = hold();
  const { answer, text } = begin(length(100), "x");
  await arrived;
  goOn();
  pass(29_999);
  expect(text()).toBe("");
  pass(1);
  expect(await answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(bodyOf(await answer)).toMatchObject({ code: "body_too_slow" });
  await expect.poll(() => ends).toEqual(["cut off"]);
});

test("a body that waits for us is not late, and has time left once it is read", async () => {
  limit({ msMax: 30_000 });
  const { arrived, goOn } = hold();
  const { socket, text } = begin(length(900_000), Buffer.alloc(800_000));
  const request = await arrived;
  await expect.poll(() => request.readableLength).toBeGreaterThan(16_000);
  pass(100_000);
  goOn();
  pass(15_000);
  socket.write(Buffer.alloc(100_000));
  await expect.poll(text).toContain("Next read 900000");
});

test("where bodies need more room than there is, the one that was held back gives way with 503, and a new one gets through", async () => {
  limit({ totalBytesMax: 2 * MB });
  const arrived = countArriving();
  const first = begin(length(MB), Buffer.alloc(900_000));
  await expect.poll(arrived).toBe(900_000);
  const second = begin(length(MB), Buffer.alloc(900_000));
  await expect.poll(arrived).toBe(1_800_000);
  const fetched = await fetch(`http://127.0.0.1:${port}/x`, { method: "POST", body: Buffer.alloc(900_000) });
  expect(await fetched.text()).toBe("Next read 900000");
  const refused = await first.answer;
  expect(refused).toMatch(/^HTTP\/1\.1 503 /);
  expect(refused).toMatch(/retry-after: 2\r\n/);
  expect(bodyOf(refused)).toMatchObject({ code: "unavailable" });
  second.socket.write(Buffer.alloc(MB - 900_000));
  await expect.poll(second.text).toContain(`Next read ${MB}`);
});

/** From now on bodies are read whole, and their bytes counted as they arrive. */
function countArriving(): () => number {
  let arrived = 0;
  handle = (request, response) => {
    request.on("data", (part: Uint8Array) => (arrived += part.byteLength));
    readWhole(request, response);
  };
  return () => arrived;
}

/** Holds a body that is older and larger than those that follow: it would be the first to give way to them. */
async function keepOne() {
  const arrived = countArriving();
  const kept = begin(length(MB), Buffer.alloc(900_000));
  await expect.poll(arrived).toBe(900_000);
  handle = readWhole;
  return async () => {
    kept.socket.write(Buffer.alloc(MB - 900_000));
    await expect.poll(kept.text).toContain(`Next read ${MB}`);
  };
}

test("the rest of a body that was answered before it came needs no room, and is not waited for without end", async () => {
  limit({ msMax: 30_000, totalBytesMax: 2 * MB });
  const goOn = await keepOne();
  let arrived = 0;
  handle = (request, response) => {
    response.end("answered unread");
    request.on("data", (part: Uint8Array) => (arrived += part.byteLength));
  };
  const unread = [1, 2, 3].map(() => begin(length(MB), Buffer.alloc(800_000)));
  await expect.poll(() => arrived).toBe(2_400_000);
  await goOn();
  pass(30_000);
  for (const { answer } of unread) expect(await answer).toMatch(/200 OK[^]*answered unread$/);
});

test("a caller that hangs up half way leaves its room to others", async () => {
  limit({ totalBytesMax: 2 * MB });
  const goOn = await keepOne();
  for (let count = 1; count <= 5; count += 1) {
    begin(length(MB), Buffer.alloc(500_000)).socket.destroySoon();
    await expect.poll(() => ends.length).toBe(count);
  }
  await goOn();
});
