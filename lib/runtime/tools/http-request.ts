import { ASKED_FOR } from "@/lib/runtime/questions/approval";
import { HERE, httpInputSchema } from "@/lib/runtime/requests/http-input";
import { sendInRun } from "@/lib/runtime/requests/send-in-run";
import { defineTool } from "./tool";

/** Whoever begins a run, and whatever it asks, would choose by an expression in its place whom a secret is sent to. */
const HOST_STANDS = /^https?:\/\/[^/?#$]+([/?#]|$)/;
const hostMissing =
  "A secret goes to a host that stands here: an expression may give what follows the host, such as `https://api.example/${{ inputs.path }}`.";

export const httpRequest = defineTool({
  name: "http.request",
  title: "Call an address",
  effect: "write",
  approval: ASKED_FOR,
  input: httpInputSchema,
  output: { status: "int", body: "dyn" },
  secretsIn: ["headers"],
  check({ url, headers }, isKnown) {
    if (
      typeof url === "string" &&
      !HOST_STANDS.test(url) &&
      /\bsecrets\b/.test(JSON.stringify(headers ?? null))
    )
      return [{ path: ["url"], code: "secret_not_allowed_here", message: hostMissing }];
    if (typeof url !== "string" || !isKnown(["url"]) || url.startsWith("https://") || HERE.test(url))
      return [];
    return [{ path: ["url"], code: "invalid", message: "An address begins with https://." }];
  },
  run: (call) => sendInRun(call, httpInputSchema.parse(call.input)),
});
