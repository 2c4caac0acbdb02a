import { ASKED_FOR } from "@/lib/runtime/questions/approval";
import { HERE, httpInputSchema } from "@/lib/runtime/requests/http-input";
import { sendInRun } from "@/lib/runtime/requests/send-in-run";
import type { Finding } from "@/lib/runtime/definitions/problem";
import { defineTool, failed } from "./tool";

/** An expression here would let the person who begins a run, or an answer in it, choose where a secret is sent. */
const HOST_STANDS = /^https?:\/\/[^/?#$]+([/?#]|$)/;
const hostMissing =
  "A secret goes to a host that stands here: an expression may give what follows the host, such as `https://api.example/${{ inputs.path }}`.";

/** The names of headers are kept and shown. */
const nameMissing =
  "A secret stands in the value of a header whose name stands here, such as `authorization: ${{ secrets.KEY }}`.";

/** Null: its secrets go only to the host, and only under the names, that stand in the text. */
function misplacedSecret({ url, headers }: Readonly<Record<string, unknown>>): Finding | null {
  if (!usesSecrets(headers)) return null;
  const code = "secret_not_allowed_here";
  if (typeof headers === "string") return { path: ["headers"], code, message: nameMissing };
  if (typeof url !== "string" || HOST_STANDS.test(url)) return null;
  return { path: ["url"], code, message: hostMissing };
}

/** Looks into the texts themselves: JSON would write a line's end before the name as `\\n`, and hide it. */
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
    const misplaced = misplacedSecret({ url, headers });
    if (misplaced) return [misplaced];
    if (typeof url !== "string" || !isKnown(["url"]) || url.startsWith("https://") || HERE.test(url))
      return [];
    return [{ path: ["url"], code: "invalid", message: "An address begins with https://." }];
  },
  async run(call) {
    // Texts that were stored before this check existed.
    const misplaced = misplacedSecret(call.definition.with ?? {});
    if (misplaced) return failed(misplaced.code, misplaced.message);
    return sendInRun(call, httpInputSchema.parse(call.input));
  },
});
