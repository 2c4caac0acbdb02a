import type { z } from "zod";
import type { Finding, Path } from "@/lib/runtime/definitions/problem";

/** The form of a tool's definition: all that a workflow may know of it, in one file per tool. */

/** A CEL type, or the fields of an object by their types. */
export type ValueType = string | { [field: string]: ValueType };

export interface WorkflowTool {
  /** `netsuite.propose` */
  name: string;
  /** `Propose a write to NetSuite` */
  title: string;
  /** `write`: counts against `limits.writes`. `cost`: changes nothing outside and is paid for. */
  effect: "none" | "read" | "write" | "cost";
  /** A person decides before it happens. */
  approval?: true;
  /** The form of a step's `with`. */
  input: z.ZodObject;
  output: ValueType;
  /** The parts of `with` in which secrets may stand: they are sent, and kept nowhere. */
  secretsIn?: readonly string[];
  /** What no schema knows, for those parts of `with` that stand there without expressions. Paths begin in `with`. */
  check?(input: Readonly<Record<string, unknown>>, isKnown: (path: Path) => boolean): Finding[];
}

export const defineTool = <Tool extends WorkflowTool>(tool: Tool): Tool => tool;
