/** This room serves agents by the Model Context Protocol: tools, and proposals as resources. None of it decides anything. */

import type { ToolAnnotations } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Problem } from "@/lib/contract/problem";
import type { AgentPrincipal } from "@/lib/core/access/principal";
import type { Trace } from "@/lib/correlation";

/** One call of a tool. */
export interface ToolCall extends Trace {
  agent: AgentPrincipal;
  correlationId: string;
  /** Aborted when the client goes away, and after a normal end too: it never means that anything is taken back. */
  signal: AbortSignal;
  /** Tells a client that asked for it that the work goes on, at once and then now and then. */
  keepTelling: <T>(words: string, totalSeconds: number, work: () => Promise<T>) => Promise<T>;
}

export interface McpTool<In extends z.ZodType = z.ZodType, Out extends z.ZodType = z.ZodType> {
  name: string;
  title: string;
  description: string;
  input: In;
  output: Out;
  annotations: ToolAnnotations;
  /** Its result is a proposal, which can be a task. */
  proposes?: true;
  /**
   * Answers a call. `read` checks the arguments against `input`, once whatever counts tries has counted this one.
   * @throws AppError for a refusal; `read` throws 422 naming each argument.
   */
  run: (call: ToolCall, args: Args, read: () => z.output<In>) => Promise<z.input<Out>>;
  /** A refusal in the words of the tool's own arguments. */
  inWords?: (problem: Problem, args: Args) => Problem;
}

/** As they came. */
export type Args = Readonly<Record<string, unknown>>;

/** Keeps the types of one tool together; the list of tools forgets them. */
export const defineTool = <In extends z.ZodType, Out extends z.ZodType>(tool: McpTool<In, Out>): McpTool =>
  tool as unknown as McpTool;

/** JSON Schema of a tool's arguments or result, without the parts that say nothing more: every client loads all of them. */
export function jsonSchemaOf(schema: z.ZodType, io: "input" | "output"): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      shorten(jsonSchema);
      // A client keeps the list of tools for a while: a later field of an answer must not fail it.
      if (io === "output") delete jsonSchema.additionalProperties;
    },
  });
  return rest;
}

function shorten(jsonSchema: z.core.JSONSchema.BaseSchema): void {
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}
