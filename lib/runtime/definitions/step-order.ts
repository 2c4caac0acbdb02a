import type { StepDefinition } from "./definition";
import type { Finding, Path } from "./problem";

/** The order that `needs` give: which steps are done before each. A step without `needs` follows the one above it. */
export interface StepOrder {
  /** All direct and indirect predecessors of each step, by id. */
  before: ReadonlyMap<string, ReadonlySet<string>>;
  needs: ReadonlyMap<string, readonly string[]>;
  findings: Finding[];
}

export function orderSteps(steps: readonly StepDefinition[], at: Path): StepOrder {
  const findings: Finding[] = [];
  const firsts = new Map<string, number>();
  for (const [index, { id }] of steps.entries()) {
    if (firsts.has(id))
      findings.push({
        path: [...at, index, "id"],
        code: "duplicate_step",
        message: `There is a step ${id} already: each has an id of its own.`,
      });
    else firsts.set(id, index);
  }
  const needs = new Map<string, string[]>();
  for (const [index, step] of steps.entries()) {
    if (firsts.get(step.id) !== index) continue;
    const above = steps[index - 1];
    needs.set(step.id, step.needs?.filter((id) => firsts.has(id)) ?? (above ? [above.id] : []));
    for (const [place, id] of (step.needs ?? []).entries())
      if (!firsts.has(id))
        findings.push({
          path: [...at, index, "needs", place],
          code: "unknown_step",
          message: `There is no step ${id}. There are ${[...firsts.keys()].join(", ")}.`,
        });
  }
  const before = new Map<string, Set<string>>();
  const open: string[] = [];
  const visit = (id: string): Set<string> => {
    const known = before.get(id);
    if (known) return known;
    const all = new Set<string>();
    open.push(id);
    for (const need of needs.get(id)!) {
      if (open.includes(need)) {
        findings.push(cycleAt(steps, firsts, at, [...open.slice(open.indexOf(need)), need]));
        continue;
      }
      all.add(need);
      for (const earlier of visit(need)) all.add(earlier);
    }
    open.pop();
    before.set(id, all);
    return all;
  };
  for (const id of firsts.keys()) visit(id);
  return { before, needs, findings };
}

/** Named at the need that closes it; where that is the step above, at the step. */
function cycleAt(
  steps: readonly StepDefinition[],
  indexes: ReadonlyMap<string, number>,
  at: Path,
  circle: readonly string[],
): Finding {
  const [last, need] = circle.slice(-2) as [string, string];
  const index = indexes.get(last)!;
  const place = steps[index]!.needs?.indexOf(need) ?? -1;
  return {
    path: place < 0 ? [...at, index] : [...at, index, "needs", place],
    code: "cycle",
    message: `These steps wait for each other: ${circle.join(" → ")}.`,
  };
}
