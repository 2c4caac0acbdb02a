import { z } from "zod";
import { defineTool } from "./tool";

export const transform = defineTool({
  name: "transform",
  title: "Work out values",
  effect: "none",
  input: z.strictObject({ value: z.json() }),
  output: { value: "dyn" },
});
