import { suiteError } from "../modules/error";
import type { SearchRow } from "./filters";
import { checkOf, kindOf } from "./saved-fields";

type Check = (row: SearchRow) => boolean;

/**
 * A filter expression as a saved search has it: terms and expressions, nested, joined by "and" or by "or". It is checked
 * before any row is looked at. @throws SuiteScriptError as NetSuite does for a field, an operator or a value that is none.
 */
export function compileExpression(type: string, expression: readonly unknown[]): Check {
  const joins = new Set<string>();
  const checks: Check[] = [];
  for (const part of expression) {
    if (typeof part === "string") joins.add(part.toLowerCase());
    else if (Array.isArray(part))
      checks.push(isTerm(part) ? compileTerm(type, part) : compileExpression(type, part));
    else throw suiteError("SSS_INVALID_SRCH_FILTER_EXPR", "Malformed search filter expression.");
  }
  if (joins.size > 1 || [...joins].some((join) => join !== "and" && join !== "or"))
    throw suiteError("SSS_INVALID_SRCH_FILTER_EXPR", "Mixed joins are not simulated.");
  return (row) =>
    joins.has("or") ? checks.some((check) => check(row)) : checks.every((check) => check(row));
}

function isTerm(part: readonly unknown[]): part is string[] {
  return (
    part.length >= 2 && part.every((one) => typeof one === "string") && !["and", "or"].includes(part[1]!)
  );
}

function compileTerm(type: string, [field = "", operator = "", ...wanted]: string[]): Check {
  const matches = checkOf(kindOf(type, field), operator, wanted);
  return (row) => {
    const value = valueOf(row, field);
    return value !== null && matches(value);
  };
}

/** Columns of a join are spelt `systemNotes`, filters of it `systemnotes`. */
function valueOf({ values }: SearchRow, field: string): string | null {
  const name = Object.keys(values).find((one) => one.toLowerCase() === field.toLowerCase());
  return name === undefined ? null : (values[name] ?? null);
}
