/** A message of JSON-RPC, as far as the bridge looks into it. */
export interface Message {
  id?: string | number | null;
  method?: string;
  params?: Record<string, unknown> & { _meta?: Record<string, unknown> };
  result?: { protocolVersion?: unknown };
}

/** @throws SyntaxError: no JSON, or no message. */
export function readMessage(line: string): Message {
  const value = JSON.parse(line) as unknown;
  if (value !== null && typeof value === "object" && !Array.isArray(value)) return value;
  throw new SyntaxError("A message is a JSON object.");
}

export const errorAnswer = (id: Message["id"], code: number, message: string): string =>
  JSON.stringify({ jsonrpc: "2.0", id: id ?? null, error: { code, message } });

const VERSION_IN_META = "io.modelcontextprotocol/protocolVersion";
/** The field that the header `Mcp-Name` repeats, by method. */
const NAMED_BY: Readonly<Record<string, string>> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
  "tasks/get": "taskId",
  "tasks/update": "taskId",
  "tasks/cancel": "taskId",
};

/**
 * The headers that Streamable HTTP demands of a message. Since 2026-07-28 a message carries its version, and headers repeat it with
 * its method and name; before, the version is the one that `initialize` agreed on.
 */
export function headersOf({ method, params }: Message, agreedVersion: string | null): Record<string, string> {
  const version = params?._meta?.[VERSION_IN_META];
  if (typeof version !== "string" || method === undefined)
    return agreedVersion === null ? {} : { "mcp-protocol-version": agreedVersion };
  const name = Object.hasOwn(NAMED_BY, method) ? params?.[NAMED_BY[method]!] : undefined;
  return {
    "mcp-protocol-version": version,
    "mcp-method": method,
    ...(typeof name === "string" && { "mcp-name": headerText(name) }),
  };
}

/** Plain ASCII as it is; everything else as the protocol encodes it. */
const headerText = (value: string): string =>
  /^[!-~]([ -~]*[!-~])?$/.test(value) && !value.startsWith("=?base64?")
    ? value
    : `=?base64?${Buffer.from(value, "utf8").toString("base64")}?=`;
