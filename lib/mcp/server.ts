import {
  type CallToolResult,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
  type StandardSchemaWithJSON,
} from "@modelcontextprotocol/server";
import type { z } from "zod";
import type { AgentPrincipal } from "@/lib/core/access/principal";
import type { AppError } from "@/lib/core/errors";
import { type Trace, traceOf } from "@/lib/correlation";
import { keepTellingBy } from "./keep-telling";
import { inProtocol } from "./protocol-error";
import { offerProposals } from "./resources";
import { runTool } from "./run-tool";
import { TASKS_EXTENSION, asTask, offerTasks, takesTasks } from "./tasks";
import { type Args, jsonSchemaOf } from "./tool";
import { TOOLS } from "./tools/index";

/** The request that a server answers. */
export interface Serving extends Trace {
  agent: AgentPrincipal;
  correlationId: string;
  /** The older protocol has no stream for notices, because nothing of it outlives its request. */
  era: "legacy" | "modern";
  /** The refusal of arguments that JSON's reader would pass on as others. */
  misread: AppError | null;
  progressEveryMs?: number | undefined;
}

const instructions =
  "Countersign lets you propose writes to a business system. You propose; people decide, and only then anything is written. " +
  "No tool here approves. Propose with a propose_… tool, then call wait_for_decision with the id. Never say that something was " +
  "changed before a proposal's status is `applied`. Where a proposal is rejected, read `comment`. Where it is still pending after " +
  "a wait, do other work or end your turn: people may take hours.";

/** A server for one request of one agent. */
export function serverFor(serving: Serving): McpServer {
  const { agent, correlationId } = serving;
  const isModern = serving.era === "modern";
  const server = new McpServer(
    { name: "countersign", title: "Countersign", version: "1.0.0" },
    {
      instructions,
      capabilities: {
        tools: { listChanged: false },
        resources: { listChanged: false, ...(isModern && { subscribe: true }) },
        ...(isModern && { extensions: { [TASKS_EXTENSION]: {} } }),
      },
    },
  );
  for (const { tool, input, output } of schemas) {
    const { name, title, description, annotations } = tool;
    server.registerTool(
      name,
      { title, description, annotations, inputSchema: input, outputSchema: output },
      unreached,
    );
  }
  // In the place of the library's own: that one takes nothing but the result that the output's schema describes.
  server.server.setRequestHandler("tools/call", ({ params }, context) =>
    inProtocol("tools/call", correlationId, () =>
      answerCall(serving, params.name, params.arguments ?? {}, context),
    ),
  );
  if (isModern) offerTasks(server, agent, correlationId);
  offerProposals(server, agent, correlationId);
  return server;
}

const unreached = (): never => {
  throw new Error("calls are answered by answerCall");
};

async function answerCall(
  { agent, correlationId, traceId, spanId, misread, progressEveryMs }: Serving,
  name: string,
  args: Args,
  context: ServerContext,
): Promise<CallToolResult> {
  const tool = TOOLS.find((one) => one.name === name);
  if (!tool)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, "There is no such tool; see tools/list.");
  const { _meta: meta, signal } = context.mcpReq;
  // Clients may say their trace in the message in place of the header.
  const said = typeof meta?.traceparent === "string" ? traceOf(meta.traceparent) : null;
  const trace = said?.traceId ? said : { traceId, spanId: spanId ?? null };
  const keepTelling = keepTellingBy(context, progressEveryMs);
  const call = { agent, correlationId, ...trace, signal, keepTelling };
  const result = await runTool(tool, call, args, misread);
  if (!tool.proposes || result.isError || !takesTasks(context)) return result;
  return asTask(agent, result.structuredContent as { id: number; created: boolean });
}

/** The words of a schema for clients. Arguments are checked by runTool, which names them in our own words. */
function described(schema: z.ZodType, io: "input" | "output"): StandardSchemaWithJSON<unknown, unknown> {
  const json = jsonSchemaOf(schema, io);
  const convert = () => json;
  return {
    "~standard": {
      version: 1,
      vendor: "countersign",
      validate: (value) => ({ value }),
      jsonSchema: { input: convert, output: convert },
    },
  };
}

const schemas = TOOLS.map((tool) => ({
  tool,
  input: described(tool.input, "input"),
  output: described(tool.output, "output"),
}));
