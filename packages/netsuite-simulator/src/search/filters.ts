import { suiteError } from "../modules/error";
import type { StoredValue } from "../store/stored-record";

/** One row of a search: a record, or one line or location of it. */
export interface SearchRow {
  id: string;
  recordType: string;
  values: Record<string, StoredValue>;
  /** The text that a reference shows, where that is not its id. */
  texts?: Record<string, string>;
}

/** NetSuite's filter expressions, as far as they are simulated: terms joined by "and" or by "or". */
export type FilterTerm = [name: string, operator: string, ...values: string[]];
export type FilterExpression = readonly (FilterTerm | "and" | "or")[];

const DAY_MS = 86_400_000;

/** The rows that the filters let through. */
export function filterRows(rows: SearchRow[], filters: FilterExpression, now: () => Date): SearchRow[] {
  const terms = filters.filter((part): part is FilterTerm => Array.isArray(part));
  const checks = terms.map((term) => compileTerm(term, now));
  const joins = new Set(filters.filter((part) => part === "and" || part === "or"));
  if (joins.size > 1) throw suiteError("SSS_INVALID_SRCH_FILTER_EXPR", "Mixed joins are not simulated.");
  return rows.filter((row) =>
    joins.has("or") ? checks.some((check) => check(row)) : checks.every((check) => check(row)),
  );
}

/** The values a search asks of one field, or null when it does not ask for it. */
export function findFilterValues(filters: FilterExpression, name: string): string[] | null {
  const term = filters.find((part): part is FilterTerm => Array.isArray(part) && part[0] === name);
  return term ? term.slice(2).map(String) : null;
}

/** Turns a term into a check of one row. A search may read thousands of rows, so the wanted values are parsed only once. */
function compileTerm(term: FilterTerm, now: () => Date): (row: SearchRow) => boolean {
  const [name] = term;
  const matches = compileOperator(term, now);
  return (row) => {
    const value = row.values[name];
    if (value === undefined)
      throw suiteError("SSS_INVALID_SRCH_FILTER", `An nlobjSearchFilter contains invalid: ${name}`);
    return value !== null && matches(value, row);
  };
}

type ValueCheck = (value: string, row: SearchRow) => boolean;

function compileOperator([name, operator, ...values]: FilterTerm, now: () => Date): ValueCheck {
  const wanted = values.map(String);
  const [first = ""] = wanted;
  switch (operator) {
    case "is":
      return (value) => value.toLowerCase() === first.toLowerCase();
    case "anyof":
      // A wanted status includes the transaction type: `SalesOrd:B`.
      return name === "status"
        ? (value, row) => wanted.includes(`${row.values.type}:${value}`)
        : (value) => wanted.includes(value);
    case "onorafter": {
      const since = parseDay(first, now);
      return (value) => Date.parse(value) >= since;
    }
    default:
      throw suiteError("SSS_INVALID_SRCH_OPERATOR", `The operator ${operator} is not simulated.`);
  }
}

function parseDay(text: string, now: () => Date): number {
  const relative = /^daysago(\d+)$/i.exec(text);
  if (!relative) throw suiteError("SSS_INVALID_SRCH_FILTER", `The date ${text} is not simulated.`);
  return now().getTime() - Number(relative[1]) * DAY_MS;
}
