import { Command } from "commander";
import { agentConfig } from "../config/clients.js";
import { type Context, action } from "../context.js";
import { bridge } from "../mcp/bridge.js";

/** `mcp`: for clients that start a program in place of opening an address. The key stays out of their configuration. */
export const mcpCommand = (context: Context): Command =>
  new Command("mcp")
    .description(
      "speak the Model Context Protocol on standard input and output, for clients that start programs",
    )
    .action(action(context, async ({ io }) => bridge(io, await agentConfig(io))));
