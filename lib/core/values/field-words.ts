import type { z } from "zod";

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

/** Words for the library's names of types. */
const kinds: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  null: "null",
  date: "a date",
};

/**
 * Says of a field what would be right, where its schema has no words of its own. Undefined leaves it to the library: its words
 * name the form, such as that of an e-mail address.
 */
export function fieldWords(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type": {
      if (issue.input === undefined) return `is missing: must be ${kinds[issue.expected] ?? issue.expected}`;
      const given = issue.input === null ? ", not null" : "";
      return `must be ${kinds[issue.expected] ?? issue.expected}${given}`;
    }
    case "too_small":
      return sizeWords(issue, "at least", issue.minimum, (issue.inclusive ?? true) ? null : "more than");
    case "too_big":
      return sizeWords(issue, "at most", issue.maximum, (issue.inclusive ?? true) ? null : "less than");
    case "invalid_value":
      return `${issue.input === undefined ? "is missing: " : ""}must be ${listed(issue.values.map(String))}`;
    case "invalid_union":
      return unionWords(issue);
    default:
      return undefined;
  }
}

/** Where each of the forms is another type. */
function unionWords({ errors }: Extract<RawIssue, { code: "invalid_union" }>): string | undefined {
  const types = errors.map(([first, ...more]) =>
    first?.code === "invalid_type" && first.path.length === 0 && more.length === 0 ? first.expected : null,
  );
  if (types.length === 0 || types.includes(null)) return undefined;
  return `must be ${alternatives.format(types.map((type) => kinds[type!] ?? type!))}`;
}

/** `than`: the limit itself is out. */
function sizeWords(
  { origin }: { origin: string },
  bound: string,
  limit: number | bigint,
  than: string | null,
): string {
  const plural = Number(limit) === 1 ? "" : "s";
  if (origin === "string") return `must have ${bound} ${limit} character${plural}`;
  if (origin === "array" || origin === "set")
    return `must have ${bound} ${limit} ${Number(limit) === 1 ? "entry" : "entries"}`;
  return `must be ${than ?? bound} ${limit}`;
}

const alternatives = new Intl.ListFormat("en-GB", { type: "disjunction" });

function listed(values: readonly string[]): string {
  return values.length === 1 ? values[0]! : `one of ${alternatives.format(values)}`;
}
