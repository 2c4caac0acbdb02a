import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { type Server, createServer, request as requestOver } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { Client, type CallToolResult, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { root } from "@/scripts/local/ensure-installed.mjs";
import { readAction } from "../support/http/api";
import { succeed } from "../support/http/call";
import { send } from "../support/http/request";
import { installation } from "../support/installation";
import { expect, test } from "../support/test";

/** The Model Context Protocol on the running app, with its official client and its conformance suite. */

type Proposal = Record<string, unknown> & { id: number; status: string };

async function connect(mode: "auto" | "legacy"): Promise<Client> {
  const { mcpUrl, agentKey } = installation();
  const client = new Client({ name: "e2e", version: "1.0.0" }, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${agentKey}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(mcpUrl), { requestInit }));
  return client;
}

async function toolOf(client: Client, name: string, args: Record<string, unknown>): Promise<Proposal> {
  const result = (await client.callTool({ name, arguments: args })) as CallToolResult;
  expect(result.isError, JSON.stringify(result.content)).toBeFalsy();
  return result.structuredContent as Proposal;
}

async function decide(id: number, decision: "approve" | "reject", comment?: string) {
  const { payload_hash } = await readAction(id);
  await succeed("decideAction", "approver", { id, decision, payload_hash, ...(comment && { comment }) });
}

test("the official client in both modes proposes, is rejected with a reason, proposes again, and sees it applied", async () => {
  for (const mode of ["auto", "legacy"] as const) {
    const client = await connect(mode);
    const propose = (text: string) =>
      toolOf(client, "propose_ar_note", { customer: "Riverbend Foods", note: text });
    const note = `Promised by phone (${randomUUID().slice(0, 8)})`;
    const first = await propose(note);
    expect(await propose(note)).toMatchObject({ id: first.id, created: false });

    const progresses: number[] = [];
    const wait = client.callTool(
      { name: "wait_for_decision", arguments: { id: first.id, waitSeconds: 45 } },
      {
        onprogress: ({ progress }) => {
          progresses.push(progress);
          // The stream of the answer has begun, long before its end.
          if (progresses.length === 1) void decide(first.id, "reject", "Name the day");
        },
      },
    );
    const { structuredContent } = (await wait) as CallToolResult;
    expect(structuredContent).toMatchObject({ status: "rejected", comment: "Name the day" });
    expect(progresses.length).toBeGreaterThan(0);

    const second = await propose(`${note}, by Friday`);
    await decide(second.id, "approve");
    let last: Proposal = second;
    while (last.status === "pending" || last.status === "approved")
      last = await toolOf(client, "wait_for_decision", { id: second.id, waitSeconds: 25 });
    expect(last).toMatchObject({ status: "applied", verification: "verified", poll_after_seconds: null });
    await client.close();
  }
});

test("a client that listens hears that a person has decided", async () => {
  const client = await connect("auto");
  const { id } = await toolOf(client, "propose_ar_note", {
    customer: "Riverbend Foods",
    note: `Listened to (${randomUUID().slice(0, 8)})`,
  });
  const uri = `countersign://proposals/${id}`;
  const heard = new Promise<string>((resolve) => {
    client.setNotificationHandler("notifications/resources/updated", ({ params }) => resolve(params.uri));
  });
  const stream = await client.listen({ resourceSubscriptions: [uri] });
  await decide(id, "reject", "No");
  expect(await heard).toBe(uri);
  const { contents } = await client.readResource({ uri });
  expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ id, status: "rejected" });
  await stream.close();
  await client.close();
});

test("a caller without a key finds out where to ask for one", async () => {
  const { mcpUrl } = installation();
  const refused = await send("/api/mcp", { method: "POST", body: {} });
  expect(refused.status).toBe(401);
  const [, document] =
    /resource_metadata="([^"]+)"/.exec(refused.headers.get("www-authenticate") ?? "") ?? [];
  const metadata = await send(new URL(document!).pathname);
  expect(metadata.status).toBe(200);
  expect(JSON.parse(metadata.text)).toMatchObject({
    resource: mcpUrl,
    bearer_methods_supported: ["header"],
    scopes_supported: ["propose"],
  });
});

/** The suite sends no key: this sends one with each of its requests, and leaves the rest as it is. */
async function withKey(): Promise<Server> {
  const { url, agentKey } = installation();
  const { hostname, port } = new URL(url);
  const server = createServer((request, response) => {
    const { method = "POST", url: at = "/", headers } = request;
    const own = { ...headers, authorization: `Bearer ${agentKey}` };
    const onward = requestOver({ hostname, port, path: at, method, headers: own }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return server;
}

/** Those of the suite's scenarios that ask for nothing which we do not offer: prompts, logs, and tools of the suite's own. */
const scenarios = ["server-initialize", "ping", "tools-list", "resources-list", "dns-rebinding-protection"];

test("the conformance suite finds no fault with what we offer", async () => {
  const server = await withKey();
  const { port } = server.address() as AddressInfo;
  const { outputDir: cwd } = test.info();
  mkdirSync(cwd, { recursive: true });
  const suite = path.join(root, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
  try {
    for (const scenario of scenarios) {
      const args = [suite, "server", "--url", `http://127.0.0.1:${port}/api/mcp`, "--scenario", scenario];
      const said = await new Promise<string>((resolve) => {
        execFile(process.execPath, args, { cwd }, (error, stdout, stderr) =>
          resolve(`${error?.code ?? 0} ${stdout}${stderr}`),
        );
      });
      expect(said, scenario).toMatch(/^0 /);
      expect(said, scenario).toMatch(/Passed: (\d+)\/\1, 0 failed/);
    }
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
