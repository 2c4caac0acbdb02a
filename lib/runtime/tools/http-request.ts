import { ASKED_FOR } from "@/lib/runtime/questions/approval";
import { HERE, httpInputSchema } from "@/lib/runtime/requests/http-input";
import { sendInRun } from "@/lib/runtime/requests/send-in-run";
import { defineTool, failed } from "./tool";

/** Whoever begins a run, and whatever it asks, would choose by an expression in its place whom a secret is sent to. */
const HOST_STANDS = /^https?:\/\/[^/?#$]+([/?#]|$)/;
const hostMissing =
  "A secret goes to a host that stands here: an expression may give what follows the host, such as `https://api.example/${{ inputs.path }}`.";

const isSecretForAnyHost = ({ url, headers }: Readonly<Record<string, unknown>>): boolean =>
  typeof url === "string" && !HOST_STANDS.test(url) && usesSecrets(headers);

/** In the texts as they are: written as JSON, a line's end before the name would become a part of it. */
function usesSecrets(value: unknown): boolean {
  if (typeof value === "string") return /\bsecrets\b/.test(value);
  return typeof value === "object" && value !== null && Object.values(value).some(usesSecrets);
}

export const httpRequest = defineTool({
  name: "http.request",
  title: "Call an address",
  effect: "write",
  approval: ASKED_FOR,
  input: httpInputSchema,
  output: { status: "int", body: "dyn" },
  secretsIn: ["headers"],
  check({ url, headers }, isKnown) {
    if (isSecretForAnyHost({ url, headers }))
      return [{ path: ["url"], code: "secret_not_allowed_here", message: hostMissing }];
    if (typeof url !== "string" || !isKnown(["url"]) || url.startsWith("https://") || HERE.test(url))
      return [];
    return [{ path: ["url"], code: "invalid", message: "An address begins with https://." }];
  },
  async run(call) {
    // A text that was stored before it was checked so.
    if (isSecretForAnyHost(call.definition.with ?? {})) return failed("secret_not_allowed_here", hostMissing);
    return sendInRun(call, httpInputSchema.parse(call.input));
  },
});
