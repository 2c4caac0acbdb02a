/** Joins classes. Of two that contradict each other neither wins by its place: the one that shall win ends in `!`. */
export function cn(...classes: readonly (string | false | null | undefined)[]): string {
  return classes.filter(Boolean).join(" ");
}
