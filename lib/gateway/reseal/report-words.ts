import { countWords } from "@/lib/view/words";
import { HELD_KINDS } from "./held-tokens";
import type { KeyReport, SealedCount } from "./reseal";

/** The report of a change of keys, line by line: who is to be asked for what. No line holds a secret. */
export function linesOf(report: KeyReport): string[] {
  const sealed = Object.entries(report.sealed).flatMap(([name, count]) => linesOfSealed(name, count));
  const held = report.held.flatMap((holders, index) => {
    const { words, wayOut } = HELD_KINDS[index]!;
    const total = holders.reduce((sum, { tokens }) => sum + tokens, 0);
    if (total === 0) return [];
    return [
      `${countWords(total, ...words)} under the previous key: ${wayOut}.`,
      ...holders.map(
        ({ holder, tokens, tenant }) => `  ${holder} (${tenant})${tokens > 1 ? `: ${tokens}` : ""}`,
      ),
    ];
  });
  const end =
    report.left === 0
      ? "Nothing is left under the previous key: unset COUNTERSIGN_SECRET_KEY_PREVIOUS and restart."
      : `${countWords(report.left, "value needs", "values need")} the previous key: keep it until none does.`;
  return [
    ...sealed,
    ...held,
    ...linesOfActions(report),
    ...linesOfRuns(report),
    ...linesOfEvents(report),
    end,
  ];
}

function linesOfSealed(name: string, { current, previous, unproven, unprovenNames }: SealedCount): string[] {
  const counts = `${name}: ${current} under the current key, ${previous} under the previous one`;
  if (unproven === 0) return [`${counts}.`];
  return [
    `${counts}, ${unproven} under neither. These count for nothing and were left as they are:`,
    ...namesOf(unprovenNames, unproven),
  ];
}

function linesOfActions({ actions, actionNames }: KeyReport): string[] {
  if (actions === 0) return [];
  return [
    `${countWords(actions, "open action", "open actions")} under the previous key: decide it, let it be written, retry it or cancel it.`,
    ...namesOf(
      actionNames.map((name) => `action ${name}`),
      actions,
    ),
  ];
}

function linesOfRuns({ runs, runNames }: KeyReport): string[] {
  if (runs === 0) return [];
  return [
    `${countWords(runs, "open run", "open runs")} under the previous key: let it end, or cancel it.`,
    ...namesOf(
      runNames.map((name) => `run ${name}`),
      runs,
    ),
  ];
}

const linesOfEvents = ({ events }: KeyReport): string[] =>
  events === 0
    ? []
    : [
        `${countWords(events, "event")} under the previous key: wait for the next checkpoint, within 5 minutes.`,
      ];

function namesOf(names: readonly string[], total: number): string[] {
  const more = total - names.length;
  return [...names.map((name) => `  ${name}`), ...(more > 0 ? [`  and ${more} more`] : [])];
}
