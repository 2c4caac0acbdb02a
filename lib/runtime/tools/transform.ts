import { z } from "zod";
import type { Json } from "@/lib/runtime/values/evaluate";
import { defineTool, done } from "./tool";

export const transform = defineTool({
  name: "transform",
  title: "Work out values",
  effect: "none",
  input: z.strictObject({ value: z.json() }),
  output: { value: "dyn" },
  run: async ({ input }) => done({ value: (input as { value: Json }).value }),
});
