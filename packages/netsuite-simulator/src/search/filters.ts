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
  const tests = filters.filter((part): part is FilterTerm => Array.isArray(part)).map(testOf(now));
  const joins = new Set(filters.filter((part) => part === "and" || part === "or"));
  if (joins.size > 1) throw suiteError("SSS_INVALID_SRCH_FILTER_EXPR", "Mixed joins are not simulated.");
  return joins.has("or")
    ? rows.filter((row) => tests.some((test) => test(row)))
    : rows.filter((row) => tests.every((test) => test(row)));
}

/** The values a search asks of one field, or null when it does not ask for it. */
export function findFilterValues(filters: FilterExpression, name: string): string[] | null {
  const term = filters.find((part): part is FilterTerm => Array.isArray(part) && part[0] === name);
  return term ? term.slice(2).map(String) : null;
}

/** What a term asks of each row. Its own values are read once: a year's sales are thousands of rows. */
function testOf(now: () => Date): (term: FilterTerm) => (row: SearchRow) => boolean {
  return ([name, operator, ...values]) => {
    const wanted = values.map(String);
    const [first = ""] = wanted;
    const [lower, day] = [first.toLowerCase(), operator === "onorafter" ? parseDay(first, now) : 0];
    return (row) => {
      const value = row.values[name];
      if (value === undefined) {
        throw suiteError("SSS_INVALID_SRCH_FILTER", `An nlobjSearchFilter contains invalid: ${name}`);
      }
      switch (operator) {
        case "is":
          return value !== null && (value === first || value.toLowerCase() === lower);
        case "anyof":
          // Statuses are asked for with their transaction type: `SalesOrd:B`.
          return name === "status"
            ? wanted.includes(`${row.values.type}:${value}`)
            : value !== null && wanted.includes(value);
        case "onorafter":
          return value !== null && Date.parse(value) >= day;
        default:
          throw suiteError("SSS_INVALID_SRCH_OPERATOR", `The operator ${operator} is not simulated.`);
      }
    };
  };
}

function parseDay(text: string, now: () => Date): number {
  const relative = /^daysago(\d+)$/i.exec(text);
  if (!relative) throw suiteError("SSS_INVALID_SRCH_FILTER", `The date ${text} is not simulated.`);
  return now().getTime() - Number(relative[1]) * DAY_MS;
}
