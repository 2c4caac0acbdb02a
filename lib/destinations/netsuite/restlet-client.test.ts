import { once } from "node:events";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import getPort from "get-port";
import { afterEach, describe, expect, it } from "vitest";
import { type Account, openAccount, testCredentials } from "@/netsuite/testing/open-account";
import { EXAMPLE_PAYLOADS as payloads } from "@/lib/action-types/payload/examples";
import { buildRead, buildWrite } from "@/lib/destinations/requests";
import { createTbaSigner } from "./auth-tba";
import { type HttpTransport, createHttpTransport } from "./http-transport";
import { type RestletClientOptions, createRestletClient, restletUrl } from "./restlet-client";
import { buildSearch } from "./search-request";

const write = buildWrite(payloads.bid_price_update, { actionKey: "cs-1-1", payloadHash: "hash" });
const read = buildRead(payloads.bid_price_update);
const search = buildSearch({ search: "customsearch_bids" });

const open: { close(): void | Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

function connect(baseUrl: string, more: Partial<RestletClientOptions> = {}) {
  const client = createRestletClient({
    account: testCredentials.account,
    baseUrl,
    credentials: testCredentials,
    timeoutMs: 2_000,
    maxConcurrency: 4,
    clock: { now: () => new Date() },
    ...more,
  });
  open.push(client);
  return client;
}

async function serve(handle: http.RequestListener): Promise<string> {
  const server = http.createServer(handle);
  await once(server.listen(0, "127.0.0.1"), "listening");
  open.push({
    close() {
      server.closeAllConnections();
      server.close();
    },
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A server that is free to answer as no HTTP server would. */
async function serveSockets(handle: (socket: net.Socket) => void): Promise<string> {
  const sockets: net.Socket[] = [];
  const server = net.createServer((socket) => {
    sockets.push(socket.on("error", () => undefined));
    handle(socket);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  open.push({
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function openTestAccount(more: Parameters<typeof openAccount>[0]): Promise<Account> {
  const account = await openAccount(more);
  open.push(account);
  return account;
}

describe("a failure before sending is told from one after", () => {
  it("a refused connection is not executed", async () => {
    const verdict = await connect(`http://127.0.0.1:${await getPort()}`).write(write);
    expect(verdict).toMatchObject({ class: "not_executed", code: "ECONNREFUSED", throttled: false });
  });
  it("a host that does not exist is not executed", async () => {
    const verdict = await connect("http://account.invalid").write(write);
    expect(verdict).toMatchObject({ class: "not_executed", throttled: false });
  });
  it("a request that cannot be signed is not executed", async () => {
    const signer = { strategy: "tba" as const, authorize: () => Promise.reject(new Error("no key")) };
    const verdict = await connect("http://127.0.0.1:9", { signer }).write(write);
    expect(verdict).toMatchObject({ class: "not_executed", code: "SIGNING_FAILED" });
  });
  it("a connection that ends without an answer is unknown", async () => {
    const url = await serve((request) => request.socket.destroy());
    expect(await connect(url).write(write)).toMatchObject({ class: "unknown", code: "ECONNRESET" });
  });
  it("an answer that breaks off is unknown", async () => {
    const url = await serve((request, response) => {
      response.writeHead(200, { "content-length": "500" });
      response.write('{"v":1', () => request.socket.destroy());
    });
    expect(await connect(url).write(write)).toMatchObject({ class: "unknown" });
  });
  it("an answer that never comes is unknown", async () => {
    const url = await serve(() => {});
    expect(await connect(url, { timeoutMs: 100 }).write(write)).toMatchObject({
      class: "unknown",
      code: "TIMEOUT",
    });
  });
  it("an answer beyond the size limit is unknown and is not read to its end", async () => {
    const url = await serve((_request, response) => void response.end("x".repeat(2_000_000)));
    expect(await connect(url).write(write)).toMatchObject({ class: "unknown", code: "RESPONSE_TOO_LARGE" });
  });
});

describe("an answer of another request", () => {
  const applied = (request_id: string) => ({
    v: 1,
    verdict: "applied",
    record: { type: "customer", id: "701" },
    readback: [{ field: "price", value: "1.48" }],
    committed_at: null,
    duplicate: false,
    request_id,
  });
  it("that comes twice on one connection is not taken for that of the next write, and ends that connection", async () => {
    const ids: string[] = [];
    const url = await serveSockets((socket) => {
      let first: string | undefined;
      const say = (requestId: string) => {
        const body = JSON.stringify(applied(requestId));
        socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
      };
      socket.on("data", (chunk) => {
        const id = /"request_id":"([^"]+)"/.exec(chunk.toString())?.[1];
        if (id === undefined) return;
        ids.push(id);
        // The first answer once more, in the place of each later one.
        say((first ??= id));
      });
    });
    const client = connect(url, { maxConcurrency: 1 });
    expect(await client.write(write)).toMatchObject({ class: "applied" });
    expect(await client.write(write)).toMatchObject({ class: "unknown", code: "FOREIGN_ANSWER" });
    expect(await client.write(write)).toMatchObject({ class: "applied" });
    expect(new Set(ids).size).toBe(3);
  });
  it("is told from its own by our RESTlet, whatever it answers", async () => {
    const account = await openTestAccount({});
    const refused = { ...write, changes: [] };
    for (const request of [write, refused]) {
      const answers: unknown[] = [];
      const plain = createHttpTransport(1);
      const post: HttpTransport["post"] = async (sent) => {
        const outcome = await plain.post(sent);
        answers.push(JSON.parse(sent.body).request_id);
        if (outcome.kind === "response") answers.push(JSON.parse(outcome.bodyText).request_id);
        return outcome;
      };
      const client = connect(account.simulator.url, { transport: { post, close: () => plain.close() } });
      await client.write(request);
      expect(answers).toEqual([expect.any(String), answers[0]]);
    }
  });
});

describe("the client by itself", () => {
  it("signs afresh once after a 401 and no more, each time with another nonce", async () => {
    const nonces: (string | undefined)[] = [];
    const url = await serve((request, response) => {
      nonces.push(/oauth_nonce="([^"]+)"/.exec(request.headers.authorization ?? "")?.[1]);
      response.writeHead(401).end();
    });
    expect(await connect(url).write(write)).toMatchObject({ class: "lane_halt", code: "HTTP_401" });
    expect(new Set(nonces).size).toBe(2);
  });
  it("does not follow a redirect to another data centre", async () => {
    let requests = 0;
    const url = await serve((_request, response) => {
      requests += 1;
      response.writeHead(302, { location: "/elsewhere" }).end();
    });
    expect(await connect(url).write(write)).toMatchObject({ class: "lane_halt", code: "HTTP_302" });
    expect(requests).toBe(1);
  });
  it("keeps within its own share, and within a smaller one for reads and searches", async () => {
    const arrived: string[] = [];
    const responses: http.ServerResponse[] = [];
    let full = () => {};
    const three = new Promise<void>((resolve) => (full = resolve));
    const url = await serve(async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString();
      arrived.push(body.includes('"op":"write"') ? "write" : "read");
      if (arrived.length > 3) response.writeHead(503).end();
      else if (responses.push(response) === 3) full();
    });
    const client = connect(url, { maxConcurrency: 4, timeoutMs: 10_000 });
    const verdicts = [client.read(read), client.search(search), client.write(write), client.write(write)];
    await three;
    expect([...arrived].sort()).toEqual(["read", "write", "write"]);
    for (const response of responses) response.writeHead(503).end();
    expect((await Promise.all(verdicts)).map((verdict) => verdict.code)).toEqual(Array(4).fill("HTTP_503"));
    expect(arrived).toHaveLength(4);
  });
  it("waits for a slot no longer than for an answer, and says that nothing was sent", async () => {
    const url = await serve(() => {});
    const client = connect(url, { maxConcurrency: 1, timeoutMs: 100 });
    const first = client.write(write);
    expect(await client.write(write)).toMatchObject({
      class: "not_executed",
      code: "CLIENT_BUSY",
      throttled: true,
    });
    expect(await first).toMatchObject({ class: "unknown", code: "TIMEOUT" });
  });
});

describe("against the account", () => {
  it("more calls than the account allows are refused unexecuted; the others are carried out", async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    let entered = 0;
    let full = () => {};
    const bothIn = new Promise<void>((resolve) => (full = resolve));
    const wait = () => {
      entered += 1;
      if (entered === 2) full();
      return gate;
    };
    const account = await openTestAccount({ simulator: { maxConcurrency: 2, wait } });
    const first = account.write(payloads.ar_note, "k1");
    const second = account.write(payloads.ar_note, "k2");
    await bothIn;
    expect(await account.write(payloads.ar_note, "k3")).toMatchObject({
      class: "not_executed",
      code: "SSS_REQUEST_LIMIT_EXCEEDED",
      throttled: true,
    });
    release();
    expect((await Promise.all([first, second])).map((verdict) => verdict.class)).toEqual([
      "applied",
      "applied",
    ]);
    expect(await account.commits("k3")).toHaveLength(0);
  });
  it.each([
    ["a wrong token secret", { credentials: { ...testCredentials, tokenSecret: "guessed" } }],
    ["a clock six minutes off", { clock: { now: () => new Date(Date.now() - 360_000) } }],
    ["another account's realm", { account: "7654321" }],
  ])("%s halts the lane", async (_name, more) => {
    const account = await openTestAccount({ client: more });
    const verdict = await account.write(payloads.bid_price_update, "k");
    expect(verdict).toMatchObject({ class: "lane_halt", code: "INVALID_LOGIN_ATTEMPT" });
    expect(await account.commits("k")).toHaveLength(0);
  });
  it("without a JSON content type NetSuite answers 415", async () => {
    const account = await openTestAccount({});
    const signer = createTbaSigner({
      ...testCredentials,
      credentials: testCredentials,
      clock: { now: () => new Date() },
    });
    const url = account.simulator.restletUrl;
    const authorization = await signer.authorize({ method: "POST", url });
    const response = await fetch(url, {
      method: "POST",
      body: "{}",
      headers: { authorization, "content-type": "text/plain" },
    });
    expect(response.status).toBe(415);
  });
});

describe("the address of an account", () => {
  it("follows from its id", () => {
    expect(restletUrl("1234567_SB1")).toBe(
      "https://1234567-sb1.restlets.api.netsuite.com/app/site/hosting/restlet.nl?script=customscript_gfs_platform_query&deploy=customdeploy_gfs_platform_query",
    );
    expect(new URL(restletUrl("1234567", "http://127.0.0.1:3400")).host).toBe("127.0.0.1:3400");
  });
});
