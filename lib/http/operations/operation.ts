import type { z } from "zod";

export type Caller = "agent" | "person" | "scraper" | "anybody";

/** One operation of the HTTP contract, with the very schemas that its route checks with. */
export interface Operation {
  method: "get" | "post" | "put" | "patch" | "delete";
  path: string;
  summary: string;
  caller: Caller;
  /** What stands in the path, where it is no number. */
  inPath?: z.ZodType;
  body?: z.ZodType;
  query?: z.ZodObject;
  headers?: { name: string; required: boolean; description: string }[];
  answers: Record<number, { description: string; schema: z.ZodType; type?: string }>;
  problems: number[];
}

export const ok = (schema: z.ZodType, description = "OK") => ({ 200: { description, schema } });
export const READ_PROBLEMS = [401, 403, 404];
