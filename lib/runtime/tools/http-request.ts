import { z } from "zod";
import { sendInRun } from "@/lib/runtime/requests/send-in-run";
import { defineTool } from "./tool";

const AN_ADDRESS = "an address begins with https://";
/** This machine itself, which is open to tests and the demo alone. */
const HERE = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?\//;

const input = z.strictObject({
  method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]),
  url: z
    .string()
    .max(2_000)
    .regex(/^https?:\/\//, AN_ADDRESS),
  headers: z.record(z.string(), z.string()).optional(),
  body: z.json().optional(),
  accept: z.array(z.int().min(100).max(599)).max(20).optional(),
  honours_key: z.boolean().optional(),
  undo: z.string().max(400).optional(),
});
export type HttpInput = z.infer<typeof input>;

export const httpRequest = defineTool({
  name: "http.request",
  title: "Call an address",
  effect: "write",
  input,
  output: { status: "int", body: "dyn" },
  secretsIn: ["headers"],
  check({ url }, isKnown) {
    if (typeof url !== "string" || !isKnown(["url"]) || url.startsWith("https://") || HERE.test(url))
      return [];
    return [{ path: ["url"], code: "invalid", message: "An address begins with https://." }];
  },
  run: (call) => sendInRun(call, input.parse(call.input)),
});
