import { createHash } from "node:crypto";
import { setFlagsFromString } from "node:v8";
import { preparsePolicySet, statefulIsAuthorized } from "@cedar-policy/cedar-wasm/nodejs";
import { ENGINE_RULES, type PolicyAnswer, type PolicyQuestion } from "@/lib/core/access/policy";
import { cedarRequestOf } from "./cedar-request";
import { parsePolicyText } from "./parse-policy";

/**
 * Node 20 ends the whole process ("unreachable code" in the deoptimizer) once a hot function that calls into WebAssembly
 * has been inlined and is then deoptimized while a call that returns an object is under way, as Cedar's do. Without that
 * inlining a question costs the same to within what can be measured. Later versions no longer know the flag.
 */
if (Number.parseInt(process.versions.node, 10) < 24) setFlagsFromString("--no-turbo-inline-js-wasm-calls");

/** One version of one tenant's policy, ready to be asked. Asking never throws: whatever goes wrong denies. */
export interface PolicyEngine {
  readonly version: number;
  readonly hash: string;
  ask(question: PolicyQuestion): PolicyAnswer;
}

export interface PolicySource {
  version: number;
  /** What `policyHash` gave when the text was installed. */
  hash: string;
  text: string;
}

/** SHA-256 of the text, hex. */
export function policyHash(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

/**
 * Parses once, so that a question costs a look-up and not a parse. A text that cannot be read, does not type-check or is
 * not the one its hash names gives an engine that denies everything.
 */
export function createPolicyEngine({ version, hash, text }: PolicySource): PolicyEngine {
  const deny = (rule: string): PolicyAnswer => ({ effect: "deny", rule, version, hash });
  if (policyHash(text) !== hash || !isPrepared(hash, text)) {
    return { version, hash, ask: () => deny(ENGINE_RULES.unreadable) };
  }
  return {
    version,
    hash,
    ask: (question) => {
      try {
        const answer = statefulIsAuthorized({ ...cedarRequestOf(question), preparsedPolicySetId: hash });
        if (answer.type === "failure") return deny(ENGINE_RULES.error);
        const { decision, diagnostics } = answer.response;
        // Cedar skips a statement that fails: a failing forbid would let through what it was written to stop.
        if (diagnostics.errors.length > 0) return deny(ENGINE_RULES.error);
        const [rule] = diagnostics.reason.toSorted();
        if (decision === "allow" && rule) return { effect: "permit", rule, version, hash };
        return deny(rule ?? ENGINE_RULES.defaultDeny);
      } catch {
        return deny(ENGINE_RULES.error);
      }
    },
  };
}

/** For a tenant without a policy. */
export function denyEverything(): PolicyEngine {
  const answer: PolicyAnswer = { effect: "deny", rule: ENGINE_RULES.unreadable, version: 0, hash: "" };
  return { version: answer.version, hash: answer.hash, ask: () => ({ ...answer }) };
}

/** Cedar keeps prepared sets by name for as long as the process lives; named by content, none is ever another's. */
const prepared = new Set<string>();

function isPrepared(hash: string, text: string): boolean {
  if (prepared.has(hash)) return true;
  const parsed = parsePolicyText(text);
  if (!parsed.ok) return false;
  if (preparsePolicySet(hash, { staticPolicies: parsed.statements }).type === "failure") return false;
  prepared.add(hash);
  return true;
}
