import type { DeadLetter } from "@/lib/contract/monitoring/dead-letters";
import { sentenceCase } from "@/lib/view/words";

/** The filter of the page of dead letters, as its address says it. */
export interface LetterFilter {
  replayed: boolean;
  cause: string | null;
}

/** As NetSuite and we spell codes. Whatever else an address holds means nothing, and the database never sees it. */
const causePattern = /^[\w.:-]{1,100}$/;

export function parseLetterFilter(param: (name: string) => string | null): LetterFilter {
  const cause = param("cause");
  const fits = cause !== null && causePattern.test(cause);
  return { replayed: param("tab") === "replayed", cause: fits ? cause : null };
}

export function letterPath({ replayed, cause }: LetterFilter, cursor: string | null): string {
  const search = new URLSearchParams({ replayed: String(replayed) });
  if (cause) search.set("cause", cause);
  if (cursor) search.set("cursor", cursor);
  return `/api/dead-letters?${search.toString()}`;
}

/** Says in a sentence who moves the letter on. */
export function outlookWords(outlook: DeadLetter["outlook"]): string {
  switch (outlook.who) {
    case "reconciliation":
      return `Goes back to the queue by itself within 15 minutes, ${outlook.rounds_left === 1 ? "one last time" : `at most ${outlook.rounds_left} more times`}; then it waits for a person.`;
    case "person":
      return "Waits for a person: nothing happens by itself.";
    case "nobody":
      return `Its write went on without it: it is ${outlook.push_status} now.`;
  }
}

const classes: Record<string, string> = {
  terminal: "Refused",
  unknown: "Outcome unclear",
  not_executed: "Not taken",
  transient: "Gave up",
  conflict: "Record was busy",
};

export function failureClassWords(failureClass: string): string {
  return classes[failureClass] ?? sentenceCase(failureClass.replaceAll("_", " "));
}
