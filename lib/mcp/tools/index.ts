import type { McpTool } from "@/lib/mcp/tool";
import { getProposalTool, listProposalsTool, waitForDecisionTool, withdrawProposalTool } from "./proposals";
import { PROPOSING } from "./propose";
import { cancelRunTool, getRunTool, startRunTool } from "./runs";

/** Every tool, in the order in which clients see them. None of them approves, rejects or administers. */
export const TOOLS: readonly McpTool[] = [
  ...PROPOSING,
  waitForDecisionTool,
  getProposalTool,
  listProposalsTool,
  withdrawProposalTool,
  startRunTool,
  getRunTool,
  cancelRunTool,
];
