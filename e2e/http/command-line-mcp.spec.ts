import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { Client, type CallToolResult } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { readAction } from "../support/http/api";
import { succeed } from "../support/http/call";
import { asAgent, home, startOf } from "../support/clients/command-line";
import { expect, test } from "../support/test";

/** `countersign mcp` as a client starts it, against the running app. */

test.afterAll(() => rmSync(home, { recursive: true, force: true }));

async function connect(mode: "auto" | "legacy", env: Record<string, string>): Promise<Client> {
  const client = new Client({ name: "e2e", version: "1.0.0" }, { versionNegotiation: { mode } });
  await client.connect(new StdioClientTransport({ ...startOf(["mcp"]), env: { HOME: home, ...env } }));
  return client;
}

test("the official client starts the bridge in both modes, proposes, hears that the wait goes on, and reads the rejection", async () => {
  for (const mode of ["auto", "legacy"] as const) {
    const client = await connect(mode, asAgent());
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("propose_ar_note");
    const proposed = (await client.callTool({
      name: "propose_ar_note",
      arguments: { customer: "Riverbend Foods", note: `By a bridge (${randomUUID().slice(0, 8)})` },
    })) as CallToolResult;
    const { id } = proposed.structuredContent as { id: number };
    const { payload_hash } = await readAction(id);
    let decided = false;
    const waited = (await client.callTool(
      { name: "wait_for_decision", arguments: { id, waitSeconds: 45 } },
      {
        onprogress: () => {
          if (decided) return;
          decided = true;
          void succeed("decideAction", "approver", {
            id,
            decision: "reject",
            payload_hash,
            comment: "Not now",
          });
        },
      },
    )) as CallToolResult;
    expect(waited.structuredContent).toMatchObject({ status: "rejected", comment: "Not now" });
    await client.close();
  }
});

test("a client whose bridge has a wrong key is told so in words", async () => {
  const env = { ...asAgent(), COUNTERSIGN_AGENT_KEY: "csa_wrong" };
  const refusal = await connect("legacy", env).then(
    () => "none",
    (error: Error) => error.message,
  );
  expect(refusal).toContain("Countersign answered 401");
});
