import { type Policy, policySetTextToParts, policyToJson, validate } from "@cedar-policy/cedar-wasm/nodejs";
import type { FieldIssue } from "@/lib/core/errors";
import { hostFindings } from "./host-findings";
import { POLICY_SCHEMA } from "./schema";

/** The statements of a text by their @id. Without this map Cedar reports ids that it generates itself. */
type NamedStatements = Record<string, Policy>;

export type ParsedPolicy = { ok: true; statements: NamedStatements } | { ok: false; issues: FieldIssue[] };

const POLICY_TEXT_BYTES_MAX = 262_144;
const ID_PATTERN = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** Parses and type-checks a policy text. Never throws: a text that cannot be parsed gives an issue. */
export function parsePolicyText(text: string): ParsedPolicy {
  try {
    const parsed = nameStatements(text);
    if (!parsed.ok) return parsed;
    const issues = typeIssues(parsed.statements, "errors");
    return issues.length > 0 ? { ok: false, issues } : parsed;
  } catch {
    return refused("policy", "This text cannot be read as Cedar.");
  }
}

/**
 * All issues of an administrator's text, including Cedar's warnings (a condition that can never hold, look-alike
 * characters), and ours of hosts. Empty: the text may be installed.
 */
export function validatePolicyText(text: string): FieldIssue[] {
  const parsed = parsePolicyText(text);
  if (!parsed.ok) return parsed.issues;
  return [...typeIssues(parsed.statements, "warnings"), ...hostFindings(parsed.statements)];
}

function nameStatements(text: string): ParsedPolicy {
  if (Buffer.byteLength(text) > POLICY_TEXT_BYTES_MAX)
    return refused("policy", "The text is longer than 256 kB.");
  const parts = policySetTextToParts(text);
  if (parts.type === "failure") {
    return { ok: false, issues: parts.errors.map((error) => ({ path: "policy", message: error.message })) };
  }
  if (parts.policy_templates.length > 0)
    return refused("policy", "Templates are not used here; write the statement out.");
  if (parts.policies.length === 0)
    return refused("policy", "The text has no statement, so nothing would be permitted.");
  const statements = new Map<string, Policy>();
  const issues: FieldIssue[] = [];
  for (const [index, policy] of parts.policies.entries()) {
    const json = policyToJson(policy);
    const id = json.type === "success" ? json.json.annotations?.id : undefined;
    const path = `policy[${index}]`;
    if (!id || !ID_PATTERN.test(id)) {
      issues.push({ path, message: 'Give the statement a name such as @id("two-people-for-credit").' });
    } else if (statements.has(id)) {
      issues.push({ path, message: `Two statements are named "${id}".` });
    } else {
      statements.set(id, policy);
    }
  }
  return issues.length > 0 ? { ok: false, issues } : { ok: true, statements: Object.fromEntries(statements) };
}

function typeIssues(statements: NamedStatements, kind: "errors" | "warnings"): FieldIssue[] {
  const result = validate({ schema: POLICY_SCHEMA, policies: { staticPolicies: statements } });
  if (result.type === "failure")
    return result.errors.map((error) => ({ path: "policy", message: error.message }));
  const findings = kind === "errors" ? result.validationErrors : result.validationWarnings;
  return findings.map(({ policyId, error }) => ({ path: policyId, message: error.message }));
}

function refused(path: string, message: string): ParsedPolicy {
  return { ok: false, issues: [{ path, message }] };
}
