import { ASKED_FOR } from "@/lib/runtime/questions/approval";
import { HERE, httpInputSchema } from "@/lib/runtime/requests/http-input";
import { sendInRun } from "@/lib/runtime/requests/send-in-run";
import { defineTool } from "./tool";

export const httpRequest = defineTool({
  name: "http.request",
  title: "Call an address",
  effect: "write",
  approval: ASKED_FOR,
  input: httpInputSchema,
  output: { status: "int", body: "dyn" },
  secretsIn: ["headers"],
  check({ url }, isKnown) {
    if (typeof url !== "string" || !isKnown(["url"]) || url.startsWith("https://") || HERE.test(url))
      return [];
    return [{ path: ["url"], code: "invalid", message: "An address begins with https://." }];
  },
  run: (call) => sendInRun(call, httpInputSchema.parse(call.input)),
});
