import { canonicalText, sha256Hex } from "@/lib/core/ledger/payload-hash";

/**
 * The signed text of an evidence bundle: an in-toto Statement v1. Its subjects are the bundle's files with their SHA-256; the
 * files' texts are in its predicate, so that one signature covers all of it.
 */

export const STATEMENT_TYPE = "https://in-toto.io/Statement/v1";
export const PREDICATE_TYPE = "urn:countersign:evidence:v1";

export const BUNDLE_SUBJECTS = ["run", "proposed_action"] as const;
export type BundleSubject = (typeof BUNDLE_SUBJECTS)[number];

/** The files of an action's bundle. A run's bundle also has those of `RUN_FILES`. */
export const ACTION_FILES = [
  "actions.json",
  "checkpoints.json",
  "decisions.json",
  "events.json",
  "public-key.pem",
  "receipts.json",
  "summary.txt",
] as const;
export const RUN_FILES = ["costs.json", "questions.json", "run.json", "steps.json"] as const;
export type BundleFile = (typeof ACTION_FILES)[number] | (typeof RUN_FILES)[number];

export interface Predicate {
  subject: { kind: BundleSubject; id: number; tenant_id: number; status: string; ended_at: string };
  /** ISO, UTC. */
  sealed_at: string;
  /** `fingerprint`: SHA-256 of the key's SPKI bytes, in hex; `id` is its beginning. */
  key: { id: string; fingerprint: string };
  /** The newest checkpoint when the bundle was sealed. */
  head: { seq: number; hash: string };
  /** Texts by their names; those that end in `.json` are canonical JSON. */
  files: Readonly<Record<string, string>>;
}

export interface Statement {
  _type: typeof STATEMENT_TYPE;
  /** In the order of their names. */
  subject: readonly { name: string; digest: { sha256: string } }[];
  predicateType: typeof PREDICATE_TYPE;
  predicate: Predicate;
}

export const namesFor = (kind: BundleSubject): BundleFile[] =>
  (kind === "run" ? [...ACTION_FILES, ...RUN_FILES] : [...ACTION_FILES]).toSorted();

/** Canonical JSON. */
export function statementText(predicate: Predicate): string {
  const statement: Statement = {
    _type: STATEMENT_TYPE,
    subject: Object.entries(predicate.files)
      .map(([name, text]) => ({ name, digest: { sha256: sha256Hex(text) } }))
      .toSorted((left, right) => (left.name < right.name ? -1 : 1)),
    predicateType: PREDICATE_TYPE,
    predicate,
  };
  return canonicalText(statement);
}
