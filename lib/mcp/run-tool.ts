import type { CallToolResult } from "@modelcontextprotocol/server";
import { type Problem, problemOf } from "@/lib/contract/problem";
import type { AppError } from "@/lib/core/errors";
import { checkInput } from "@/lib/http/json-body";
import { refusalOf } from "@/lib/http/route";
import { log } from "@/lib/log";
import type { Args, McpTool, ToolCall } from "./tool";

/**
 * Runs a tool. A refusal is a result with `isError`, so that the model reads it and mends its call: it names the
 * arguments in the tool's own words. Faults of ours are logged and said without a word of them.
 *
 * @param misread - the refusal of a call that JSON's reader passes on as another one.
 */
export async function runTool(
  tool: McpTool,
  call: ToolCall,
  args: Args,
  misread: AppError | null = null,
): Promise<CallToolResult> {
  const startedAt = performance.now();
  const ended = (outcome: string) => {
    const ms = Math.round(performance.now() - startedAt);
    log.info({ tool: tool.name, agentId: call.agent.agentId, outcome, ms }, "A tool was called");
  };
  const read = () => {
    if (misread) throw misread;
    return checkInput(tool.input, args);
  };
  try {
    const result = (await tool.run(call, args, read)) as Record<string, unknown>;
    ended("ok");
    return { content: [textOf(result)], structuredContent: result };
  } catch (error) {
    const refusal = refusalOf(error, call.correlationId, { tool: tool.name });
    ended(refusal.code);
    const problem = problemOf(refusal);
    return refusedBy(tool.inWords?.(problem, args) ?? problem, refusal, call);
  }
}

/** Without `structuredContent`: clients check that against the schema of a success. */
function refusedBy(problem: Problem, { retryAfterSeconds }: AppError, call: ToolCall): CallToolResult {
  const said = {
    ...problem,
    ...(retryAfterSeconds === null ? {} : { retry_after_seconds: retryAfterSeconds }),
    correlation_id: call.correlationId,
  };
  return { content: [textOf(said)], isError: true };
}

const textOf = (value: unknown) => ({ type: "text" as const, text: JSON.stringify(value) });
