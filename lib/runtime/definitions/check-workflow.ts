import { canonicalHash } from "@/lib/core/ledger/payload-hash";
import { definitionSchema, type WorkflowDefinition } from "./definition";
import { inputFindings } from "./input-types";
import { limitFindings } from "./limit-findings";
import type { Finding, Problem } from "./problem";
import { readSource } from "./source/read-source";
import { shapeFindings } from "./shape";
import { stepFindings } from "./step-findings";
import { triggerFindings } from "./trigger-findings";

/** The most problems that are reported for one text. */
const PROBLEMS_MAX = 100;

export type CheckedWorkflow =
  | { problems: Problem[] }
  /** `hash`: of the definition in canonical JSON. Two texts that mean the same have the same. */
  | { problems: null; definition: WorkflowDefinition; hash: string };

/**
 * Reads a workflow and finds all that would be wrong with it before anything runs. Problems come in the order of the text, a
 * hundred at most. Never throws, and evaluates nothing that reads a list.
 */
export function checkWorkflow(text: string): CheckedWorkflow {
  const read = readSource(text);
  if ("problems" in read) return { problems: inOrder(read.problems) };
  const { value, place } = read.source;
  const isList = Array.isArray((value as { on?: unknown } | null)?.on);
  const written = isList ? value : withOneTrigger(value);
  const shape = shapeFindings(definitionSchema, written).map((finding) => asWritten(finding, isList));
  if (shape.length > 0) return { problems: inOrder(placed(shape, place)) };
  const definition = definitionSchema.parse(written);
  const findings = [
    ...inputFindings(definition),
    ...triggerFindings(definition, isList),
    ...stepFindings(definition),
    ...limitFindings(definition),
  ];
  if (findings.length > 0) return { problems: inOrder(placed(findings, place)) };
  return { problems: null, definition, hash: canonicalHash(definition) };
}

/** The further findings in a definition that could be read, with their places, in the order of the text. */
export function placeIn(text: string, findings: Finding[]): Problem[] {
  const read = readSource(text);
  return inOrder("problems" in read ? read.problems : placed(findings, read.source.place));
}

/** `on` may be one trigger alone. */
function withOneTrigger(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("on" in value)) return value;
  return { ...value, on: [value.on] };
}

function asWritten(finding: Finding, isList: boolean): Finding {
  const [first, , ...rest] = finding.path;
  return isList || first !== "on" ? finding : { ...finding, path: ["on", ...rest] };
}

/** Looking a place up takes its time in a large map: of thousands of findings the first few hundred are looked up. */
const placed = (findings: Finding[], place: (finding: Finding) => Problem): Problem[] =>
  findings.slice(0, 3 * PROBLEMS_MAX).map(place);

const inOrder = (problems: Problem[]): Problem[] =>
  problems.toSorted((a, b) => a.line - b.line || a.column - b.column).slice(0, PROBLEMS_MAX);
