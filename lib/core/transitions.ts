/** A table of states: for each status the ones that may follow it. */
export type Transitions<Status extends string> = Record<Status, readonly Status[]>;

/** The statuses that `to` may follow. The WHERE of an UPDATE that moves a row takes them from here. */
export function statusesBefore<Status extends string>(
  transitions: Transitions<Status>,
  to: Status,
): Status[] {
  return (Object.keys(transitions) as Status[]).filter((from) => transitions[from].includes(to));
}
