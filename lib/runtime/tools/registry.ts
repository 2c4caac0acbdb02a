/** The tools of workflows, of which each file of this folder defines one. */

import { httpRequest } from "./http-request";
import { humanAsk } from "./human-ask";
import { modelCall } from "./model-call";
import { netsuitePropose } from "./netsuite-propose";
import { netsuiteRead } from "./netsuite-read";
import { netsuiteSearch } from "./netsuite-search";
import type { WorkflowTool } from "./tool";
import { transform } from "./transform";

const tools: readonly WorkflowTool[] = [
  netsuitePropose,
  netsuiteRead,
  netsuiteSearch,
  httpRequest,
  transform,
  modelCall,
  humanAsk,
];
export const TOOL_NAMES: readonly string[] = tools.map(({ name }) => name);

export const toolOf = (name: string): WorkflowTool | null => tools.find((tool) => tool.name === name) ?? null;
