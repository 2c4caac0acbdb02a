import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { runWith } from "../testing/run-with.js";

interface ReceivedRequest {
  headers: IncomingHttpHeaders;
  body: string;
}

let stop: () => void = () => {};
afterEach(() => stop());

/** An address of MCP that answers each message as `answer` says. */
async function serving(answer: (request: ReceivedRequest, to: ServerResponse) => void) {
  const requests: ReceivedRequest[] = [];
  const server = createServer((incoming, outgoing) => {
    let body = "";
    incoming.on("data", (chunk: Buffer) => (body += chunk.toString()));
    incoming.on("end", () => {
      const one = { headers: incoming.headers, body };
      requests.push(one);
      answer(one, outgoing);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stop = () => void server.close();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { requests, env: { COUNTERSIGN_URL: url, COUNTERSIGN_AGENT_KEY: "csa_k" } };
}

const json = (to: ServerResponse, value: unknown, status = 200) =>
  to.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value, null, 2));
const answers = ({ out }: { out: string }) => out.split("\n").map((line) => JSON.parse(line) as object);

test("a message goes as it was written, with the key and the headers that its version demands", async () => {
  const { requests, env } = await serving((_one, to) => json(to, { jsonrpc: "2.0", id: 1, result: {} }));
  const meta = '"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}';
  const line = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"é","arguments":{"to":0.12345678901234567890},${meta}}}`;
  const { code, out } = await runWith(["mcp"], { env, stdin: `${line}\n` });
  expect([code, out]).toEqual([0, '{   "jsonrpc": "2.0",   "id": 1,   "result": {} }']);
  expect(requests).toMatchObject([
    {
      body: line,
      headers: {
        authorization: "Bearer csa_k",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": "tools/call",
        "mcp-name": "=?base64?w6k=?=",
      },
    },
  ]);
});

test("each event of a stream is a line of its own, in pieces and in several lines too", async () => {
  const { env } = await serving((_one, to) => {
    to.writeHead(200, { "content-type": "text/event-stream" });
    to.write(": hello\n\nevent: message\nda");
    to.write('ta: {"jsonrpc":"2.0",\ndata: "method":"notifications/progress"}\n\n');
    to.end('data: {"jsonrpc":"2.0","id":7,"result":{"text":"é"}}\r\n\r\n');
  });
  const said = await runWith(["mcp"], { env, stdin: '{"jsonrpc":"2.0","id":7,"method":"tools/list"}' });
  expect(answers(said)).toEqual([
    { jsonrpc: "2.0", method: "notifications/progress" },
    { jsonrpc: "2.0", id: 7, result: { text: "é" } },
  ]);
});

test("a key that is not taken, a proxy's page, a broken answer and a line that is no message are errors, and none shows the key", async () => {
  const { env } = await serving(({ body }, to) => {
    const { id } = JSON.parse(body) as { id: number };
    if (id === 1) json(to, { code: "unauthenticated", detail: "This key is not known." }, 401);
    else if (id === 2) to.writeHead(502, { "content-type": "text/html" }).end("<h1>csa_k</h1>");
    else to.destroy();
  });
  const lines = [1, 2, 3].map((id) => JSON.stringify({ jsonrpc: "2.0", id, method: "tools/list" }));
  const said = await runWith(["mcp"], { env, stdin: [...lines, "{", "[]"].join("\n") });
  const errors = answers(said) as { id: number | null; error: { code: number; message: string } }[];
  const of = (id: number) => errors.find((one) => one.id === id)!.error.message;
  expect(of(1)).toBe("Countersign answered 401: This key is not known.");
  expect(of(2)).toContain("502");
  expect(of(3)).toContain("Ask again");
  expect(errors.filter(({ id }) => id === null).map(({ error }) => error.code)).toEqual([-32_700, -32_700]);
  expect(said.out).not.toContain("csa_k");
});

test("a cancelled request is hung up on, and the other one is answered", async () => {
  let hungUp = false;
  const { env, requests } = await serving(({ body }, to) => {
    const { id } = JSON.parse(body) as { id: number };
    if (id === 1) to.on("close", () => (hungUp = true));
    else json(to, { jsonrpc: "2.0", id, result: {} });
  });
  async function* lines() {
    yield JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call" });
    yield JSON.stringify({ jsonrpc: "2.0", id: 2, method: "tools/list" });
    await expect.poll(() => requests.length).toBe(2);
    yield JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } });
  }
  const said = await runWith(["mcp"], { env, stdin: lines() });
  expect(answers(said)).toEqual([{ jsonrpc: "2.0", id: 2, result: {} }]);
  await expect.poll(() => hungUp).toBe(true);
  expect(requests).toHaveLength(2);
});

test("without a key nothing is sent, and the variable is named", async () => {
  const { env, requests } = await serving((_one, to) => json(to, {}));
  const { code, err } = await runWith(["mcp"], {
    env: { COUNTERSIGN_URL: env.COUNTERSIGN_URL },
    stdin: "{}",
  });
  expect([code, err]).toEqual([2, expect.stringContaining("COUNTERSIGN_AGENT_KEY")]);
  expect(requests).toEqual([]);
});
