import { z } from "zod";
import { defineTool, failed } from "./tool";

export const httpRequest = defineTool({
  name: "http.request",
  title: "Call an address",
  effect: "write",
  input: z.strictObject({
    method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]),
    url: z.string().regex(/^https:\/\//, "an address begins with https://"),
    headers: z.record(z.string(), z.string()).optional(),
    body: z.json().optional(),
    undo: z.string().max(400).optional(),
  }),
  output: { status: "int", body: "dyn" },
  secretsIn: ["headers"],
  run: async () => failed("tool_not_built", "This release calls addresses in no run yet."),
});
