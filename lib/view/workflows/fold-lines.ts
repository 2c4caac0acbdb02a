import type { VersionDiff } from "@/lib/contract/workflows/versions";

type Line = VersionDiff["lines"][number];
/** `count` equal lines that are left out. */
export type FoldedLine = Line | { kind: "left_out"; count: number };

const CONTEXT_LINES = 3;

/** The changed lines with three equal ones around each; the others are counted. */
export function foldLines(lines: readonly Line[], context: number = CONTEXT_LINES): FoldedLine[] {
  const near = new Set<number>();
  lines.forEach(({ kind }, index) => {
    if (kind !== "same") for (let at = index - context; at <= index + context; at++) near.add(at);
  });
  const folded: FoldedLine[] = [];
  for (const [index, line] of lines.entries()) {
    if (near.has(index)) {
      folded.push(line);
      continue;
    }
    const last = folded.at(-1);
    if (last?.kind === "left_out") last.count += 1;
    else folded.push({ kind: "left_out", count: 1 });
  }
  return folded;
}
