import type { Client, CallToolResult } from "@modelcontextprotocol/client";
import type { Problem } from "@/lib/contract/problem";

type Answer = Record<string, unknown> & { id: number; status: string };

const textOf = ({ content }: CallToolResult): string => {
  const [first] = content;
  if (first?.type !== "text") throw new Error("the answer has no text");
  return first.text;
};

/** A tool's answer, which its text says too. Fails where it was refused. */
export async function toolOf(client: Client, name: string, args: Record<string, unknown>): Promise<Answer> {
  const result = (await client.callTool({ name, arguments: args })) as CallToolResult;
  if (result.isError) throw new Error(textOf(result));
  const { structuredContent } = result;
  if (JSON.stringify(structuredContent) !== textOf(result)) throw new Error("text and content differ");
  return structuredContent as Answer;
}

/** The problem that a refused call names. */
export async function refusalOf(
  client: Client,
  name: string,
  args: Record<string, unknown>,
): Promise<Problem & { correlation_id: string }> {
  const result = (await client.callTool({ name, arguments: args })) as CallToolResult;
  if (!result.isError) throw new Error(`${name} was not refused`);
  if (result.structuredContent !== undefined) throw new Error("a refusal is no content of the schema");
  return JSON.parse(textOf(result));
}
