/** Places in a workflow's text as people count them: from line 1 and column 1. */

export const lineCountOf = (text: string): number => text.split("\n").length;

/** How many characters stand before the place; of one that the text does not reach, the nearest that it does. */
export function offsetOf(text: string, line: number, column: number): number {
  const lines = text.split("\n");
  const index = Math.min(Math.max(line, 1), lines.length) - 1;
  const before = lines.slice(0, index).reduce((sum, one) => sum + one.length + 1, 0);
  return before + Math.min(Math.max(column, 1) - 1, lines[index]!.length);
}

/** The name that the text gives its workflow. Null: none that stands where names usually do. */
export const nameIn = (text: string): string | null =>
  /^workflow:[ \t]*["']?([a-z][a-z0-9-]*)/m.exec(text)?.[1] ?? null;
