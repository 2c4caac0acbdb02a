import { canonicalText, sha256Hex } from "@/lib/core/ledger/payload-hash";
import { type BundleFault, faultOf } from "./fault";
import type {
  BundledAction,
  BundledCheckpoints,
  BundledCost,
  BundledDecision,
  BundledEvent,
  BundledQuestion,
  BundledReceipts,
  BundledRun,
  BundledStep,
} from "./files";
import {
  BUNDLE_SUBJECTS,
  PREDICATE_TYPE,
  type Predicate,
  STATEMENT_TYPE,
  type Statement,
  namesFor,
} from "./statement";

/** A bundle whose files were read. */
export interface Bundle {
  predicate: Predicate;
  /** Null: it is of an action. */
  run: BundledRun | null;
  steps: BundledStep[];
  actions: BundledAction[];
  decisions: BundledDecision[];
  receipts: BundledReceipts;
  costs: BundledCost[];
  questions: BundledQuestion[];
  events: BundledEvent[];
  checkpoints: BundledCheckpoints;
  publicKey: string;
  summary: string;
}

/**
 * Reads a signed text, and compares each file with its hash and with itself, written again. `bundle` is null where it cannot be
 * read at all.
 */
export function readBundle(text: string): { bundle: Bundle | null; faults: BundleFault[] } {
  const statement = statementIn(text);
  if (!statement) return { bundle: null, faults: [faultOf("statement_unreadable", "statement")] };
  const faults: BundleFault[] = [];
  if (canonicalText(statement) !== text) faults.push(faultOf("statement_not_canonical", "statement"));
  const { predicate } = statement;
  const contents = new Map<string, unknown>();
  const names = namesFor(predicate.subject.kind);
  for (const name of names) {
    const content = predicate.files[name];
    if (typeof content !== "string") {
      faults.push(faultOf("file_missing", name));
      continue;
    }
    const own = statement.subject.filter((subject) => subject.name === name);
    if (own.length !== 1 || own[0]!.digest.sha256 !== sha256Hex(content))
      faults.push(faultOf("file_differs", name));
    const read = contentOf(name, content, faults);
    if (read !== undefined) contents.set(name, read);
  }
  const known = new Set<string>(names);
  const all = new Set([...Object.keys(predicate.files), ...statement.subject.map(({ name }) => name)]);
  for (const name of all) if (!known.has(name)) faults.push(faultOf("file_unexpected", name));
  if (contents.size < names.length) return { bundle: null, faults };
  const of = <T>(name: string): T => contents.get(name) as T;
  const isRun = predicate.subject.kind === "run";
  return {
    faults,
    bundle: {
      predicate,
      run: isRun ? of<BundledRun>("run.json") : null,
      steps: isRun ? of("steps.json") : [],
      actions: of("actions.json"),
      decisions: of("decisions.json"),
      receipts: of("receipts.json"),
      costs: isRun ? of("costs.json") : [],
      questions: isRun ? of("questions.json") : [],
      events: of("events.json"),
      checkpoints: of("checkpoints.json"),
      publicKey: of("public-key.pem"),
      summary: of("summary.txt"),
    },
  };
}

/** Files whose JSON is one object; the others are lists. */
const objects = new Set(["run.json", "receipts.json", "checkpoints.json"]);

/** Undefined, with a fault: it cannot be read. */
function contentOf(name: string, content: string, faults: BundleFault[]): unknown {
  if (!name.endsWith(".json")) return content;
  try {
    const value = JSON.parse(content) as unknown;
    if (canonicalText(value) !== content) faults.push(faultOf("file_not_canonical", name));
    const isRight = objects.has(name)
      ? isObject(value)
      : Array.isArray(value) && value.every((row) => isObject(row));
    if (isRight) return value;
  } catch {
    // Told below.
  }
  faults.push(faultOf("file_unreadable", name));
  return undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The subject of the evidence as the signed text names it. Null: it is not a statement. */
export const subjectIn = (text: string): Predicate["subject"] | null =>
  statementIn(text)?.predicate.subject ?? null;

/** Null: it is none, or of another version. */
function statementIn(text: string): Statement | null {
  try {
    const value = JSON.parse(text) as Statement;
    const { _type: type, predicateType, subject: files, predicate } = value;
    const { subject, head, key, sealed_at: sealedAt } = predicate;
    const isOurs =
      type === STATEMENT_TYPE &&
      predicateType === PREDICATE_TYPE &&
      files.every(({ name, digest }) => typeof name === "string" && typeof digest.sha256 === "string") &&
      isObject(predicate.files) &&
      BUNDLE_SUBJECTS.includes(subject.kind) &&
      [subject.id, subject.tenant_id, head.seq].every((number) => Number.isSafeInteger(number)) &&
      [subject.status, subject.ended_at, head.hash, key.id, key.fingerprint, sealedAt].every(
        (word) => typeof word === "string",
      );
    return isOurs ? value : null;
  } catch {
    return null;
  }
}
