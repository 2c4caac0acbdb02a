import { beforeEach, describe, expect, test } from "vitest";
import { isOwnHost } from "@/lib/auth/request/own-address";
import { revokeAgent } from "@/lib/gateway/access/agents/agent-changes";
import type { Gateway } from "@/lib/gateway/context";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { startWorkTime } from "@/lib/limits/testing/work-time";
import { agentKeyIn, installWorld, tokenOf } from "@/lib/operations/testing/over-http";
import { MODES, connect, post, toRoute } from "./testing/client";
import { refusalOf, toolOf } from "./testing/tools";

const world = await useWorld();
installWorld(world);
beforeEach(() => installWorld(world));

const key = await agentKeyIn(world, "at-the-door");
const listing = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
const as = (token: string, more: Record<string, string> = {}) => ({
  authorization: `Bearer ${token}`,
  ...more,
});
const note = { customer: "Coastal Pantry", note: "A note at the door." };
const problemOf = async (response: Response): Promise<Record<string, unknown>> => ({
  status: response.status,
  ...((await response.json()) as object),
});
/** The problem that the result of a tool names. */
async function refusalIn(response: Response): Promise<unknown> {
  const { result } = JSON.parse((await response.text()).split("data: ")[1]!) as {
    result: { isError: boolean; content: [{ text: string }] };
  };
  expect(result.isError).toBe(true);
  return JSON.parse(result.content[0].text);
}

test("a caller without a key is led to the document about this resource, and a person's token is refused", async () => {
  for (const headers of [{}, as("csa_wrong"), { authorization: "Basic abc" }] as Record<string, string>[]) {
    const refused = await post(listing, headers);
    expect(refused.headers.get("www-authenticate")).toMatch(
      /^Bearer resource_metadata="[^"]*\/\.well-known\/oauth-protected-resource\/api\/mcp", scope="propose"(, error="invalid_token")?$/,
    );
    expect(await problemOf(refused)).toMatchObject({ status: 401, code: "unauthenticated" });
  }
  const refused = await post(listing, as(await tokenOf(world, world.admin)));
  expect(await problemOf(refused)).toMatchObject({ status: 403, code: "not_allowed" });
});

test("a foreign Host or Origin is refused before the key is looked at, and our own and loopback are not", async () => {
  const foreign: Record<string, string>[] = [
    { host: "evil.example" },
    { host: "evil.example:3000" },
    { host: "127.0.0.1.evil.example" },
    { host: "127.0.0.1@evil.example" },
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "http://evil.example", host: "evil.example" },
  ];
  for (const headers of foreign)
    for (const token of [key, "csa_wrong"]) {
      const { status, code, errors } = await problemOf(await post(listing, as(token, headers)));
      expect([status, code], JSON.stringify(headers)).toEqual([403, "origin_refused"]);
      expect(errors).toEqual([expect.objectContaining({ path: expect.stringMatching(/^(Host|Origin)$/) })]);
    }
  const own: Record<string, string>[] = [
    {},
    { host: "localhost:6274" },
    { host: "[::1]:3000", origin: "http://[::1]:3000" },
    { host: "localhost:3000", origin: "http://localhost:3000" },
  ];
  for (const headers of own) expect((await post(listing, as(key, headers))).status).toBe(200);
});

test("the host of the configured address is ours with its port alone", () => {
  const url = "https://countersign.example";
  const hosts = ["countersign.example", "countersign.example:443", "countersign.example:444", "example", ""];
  expect(hosts.map((host) => isOwnHost(host, url))).toEqual([true, true, false, false, false]);
  expect(isOwnHost("countersign.example", undefined)).toBe(false);
  expect(isOwnHost(null, url)).toBe(false);
});

test("a body that is too large, no JSON or of another type is refused by name", async () => {
  const big = JSON.stringify({ ...listing, params: { pad: "x".repeat(256 * 1024) } });
  expect(await problemOf(await post(big, as(key)))).toMatchObject({ status: 413, code: "payload_too_large" });
  expect(await problemOf(await post("{", as(key)))).toMatchObject({ status: 400, code: "malformed_json" });
  const typed = await post(listing, as(key, { "content-type": "text/plain" }));
  expect(await problemOf(typed)).toMatchObject({ status: 415, code: "unsupported_media_type" });
});

test("a call with two values for one argument is refused in the tool's words and proposes nothing", async () => {
  const call = (args: string) =>
    post(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"propose_ar_note","arguments":${args}}}`,
      as(key),
    );
  const refused = await call('{"customer":"Coastal Pantry","note":"One.","note":"Another."}');
  expect(await refusalIn(refused)).toMatchObject({
    code: "repeated_name",
    errors: [{ path: "note" }],
  });
  const twice = await call(
    '{"customer":"Coastal Pantry","note":"One."},"arguments":{"customer":"Coastal Pantry","note":"Two."}',
  );
  expect(await problemOf(twice)).toMatchObject({
    status: 422,
    code: "repeated_name",
    errors: [{ path: "params.arguments" }],
  });
  const [row] =
    await world.owner`SELECT count(*)::int AS n FROM proposed_actions WHERE payload_text ~ 'One|Two|Another'`;
  expect(row!.n).toBe(0);
});

test.each([
  ["names that are there twice", `{${Array(1_600).fill('"":0').join(",")}}`],
  ["a long number", "12345678901234567890"],
])(
  "with %s far down in an argument a call is refused at once, and so is a message with them elsewhere",
  async (_what, bottom) => {
    const deep = `${"[".repeat(4_000)}${bottom}${"]".repeat(4_000)}`;
    const params = `"name":"propose_ar_note","arguments":{"customer":${deep}}`;
    const stopWorkTime = startWorkTime();
    const called = await post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{${params}}}`, as(key));
    expect(await refusalIn(called)).toMatchObject({
      code: "unsupported_character",
      errors: [{ path: expect.stringMatching(/^customer\[0\]/), message: expect.stringContaining("deeper") }],
    });
    const elsewhere = await post(`{"jsonrpc":"2.0","id":1,"method":"tools/list","x":${deep}}`, as(key));
    expect(await problemOf(elsewhere)).toMatchObject({ status: 422, code: "unsupported_character" });
    expect(stopWorkTime()).toBeLessThan(2_000);
  },
);

test("a long number counts in the arguments alone", async () => {
  const message = (args: string) =>
    `{"jsonrpc":"2.0","id":1764518400000123,"method":"tools/call","params":{"name":"list_proposals",` +
    `"arguments":${args},"_meta":{"progressToken":1764518400000124}}}`;
  const listed = await (await post(message("{}"), as(key))).text();
  expect(listed).toContain('"items":');
  expect(listed).toContain('"id":1764518400000123');
  expect(listed).not.toContain('"isError":true');
  expect(await refusalIn(await post(message('{"":1764518400000126}'), as(key)))).toMatchObject({
    code: "number_too_long",
    errors: [{ path: "" }],
  });
  expect(await refusalIn(await post(message('{"cursor":1764518400000125}'), as(key)))).toMatchObject({
    code: "number_too_long",
    errors: [{ path: "cursor" }],
  });
});

test.each([
  ["of two calls", (call: object) => [call, call]],
  ["of one call", (call: object) => [call]],
  ["of nothing", () => []],
])("a batch %s is refused whole, and proposes nothing", async (_what, batchOf) => {
  const words = "A note in a batch";
  const params = { name: "propose_ar_note", arguments: { customer: "Coastal Pantry", note: words } };
  const batch = batchOf({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  expect(await problemOf(await post(batch, as(key)))).toMatchObject({
    status: 400,
    code: "malformed_request",
    detail: expect.stringContaining("one message a request"),
  });
  const [row] =
    await world.owner`SELECT count(*)::int AS n FROM proposed_actions WHERE payload_text ~ ${words}`;
  expect(row!.n).toBe(0);
});

test.each([
  ["null", null],
  ["a number", 7],
  ["no method", { jsonrpc: "2.0", id: 1 }],
  ["another version", { jsonrpc: "1.0", id: 1, method: "tools/list" }],
  ["a method that is not ours", { jsonrpc: "2.0", id: 1, method: "proposals/approve", params: {} }],
  ["a tool that is not ours", { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "approve" } }],
  [
    "arguments that are a list",
    { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "get_run", arguments: [] } },
  ],
  ["parameters that are text", { jsonrpc: "2.0", id: 1, method: "tools/call", params: "x" }],
])("a message with %s is an error of the protocol, never a fault of ours", async (_what, message) => {
  const response = await post(message, as(key));
  expect(response.status).toBeLessThan(500);
  expect(await response.text()).toMatch(/"error":\{"code":-32|^$/);
});

test("what is no POST is not offered", async () => {
  for (const method of ["GET", "DELETE"]) {
    const headers = as(key, { accept: "text/event-stream" });
    const response = await toRoute("http://127.0.0.1:3000/api/mcp", { method, headers });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
  }
});

test("every answer carries a correlation id, and nobody on the way keeps it", async () => {
  const own = await post(listing, as(key, { "x-correlation-id": "mine-1" }));
  expect(own.headers.get("x-correlation-id")).toBe("mine-1");
  expect(own.headers.get("cache-control")).toContain("no-store");
  expect(own.headers.get("x-accel-buffering")).toBe("no");
});

describe.each(MODES)("a client of the mode %s", (mode) => {
  test("is out at its next call once its key was revoked", async () => {
    const name = `revoked-${mode}`;
    const client = await connect(await agentKeyIn(world, name), mode);
    const { id } = await toolOf(client, "propose_ar_note", note);
    const [agent] = await world.owner<{ id: number }[]>`SELECT id FROM agents WHERE name = ${name}`;
    await revokeAgent(world.admin, agent!.id, world.gateway);
    await expect(client.callTool({ name: "get_proposal", arguments: { id } })).rejects.toThrow(
      /401|nauthorized/,
    );
    await expect(client.listTools()).rejects.toThrow();
  });

  test("reads of a fault of ours its id alone", async () => {
    const client = await connect(await agentKeyIn(world, `faulty-${mode}`), mode);
    const holder = globalThis as typeof globalThis & { countersignGateway?: Gateway };
    const clock = {
      now: (): Date => {
        throw new Error("password of the database: hunter2");
      },
    };
    const { id } = await toolOf(client, "propose_ar_note", note);
    holder.countersignGateway = { ...world.gateway, clock };
    const refusal = await refusalOf(client, "get_proposal", { id });
    expect(refusal).toMatchObject({ status: 500, code: "internal" });
    expect(JSON.stringify(refusal)).not.toMatch(/hunter2|password|lib\//);
    expect(refusal.detail).toContain(refusal.correlation_id);
    const uri = `countersign://proposals/${id}`;
    for (const work of [() => client.readResource({ uri }), () => client.listResources()]) {
      const error = (await work().catch((thrown: unknown) => thrown)) as Error;
      expect(error.message).toMatch(/Something went wrong on our side. Quote [\w-]+/);
      expect(error.message).not.toMatch(/hunter2/);
    }
  });
});
