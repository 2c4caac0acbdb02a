import { type Run, chargeUnits } from "../run";
import type { SearchRow } from "../search/filters";
import { compileExpression } from "../search/saved-filters";
import { PRICING_FIELDS } from "../search/saved-fields";
import { formulaKey, savedRows } from "../search/saved-rows";
import type { SavedColumn, SavedSearch } from "../search/saved-search";
import { RECORD_TYPES } from "../store/schema";
import { sumDecimals } from "../store/decimals";
import { suiteError } from "./error";
import { requirePermission } from "./record";

const LOAD_UNITS = 5;
const PAGE_UNITS = 10;
const PAGE_ROWS_MAX = 1_000;

/** `search.load`: columns, a filter expression that the script may replace for this call, and pages of rows. No save. */
export function loadSavedSearch(run: Run, { id }: { id: string }) {
  chargeUnits(run, LOAD_UNITS);
  requirePermission(run, "savedsearch", "VIEW");
  const saved = run.searches.find(id);
  if (!saved) throw suiteError("INVALID_SEARCH", "That search or mass update does not exist.");
  let expression: readonly unknown[] = structuredClone(saved.filters);
  return {
    id,
    searchType: saved.type,
    columns: saved.columns.map((column) => ({ ...column })),
    get filterExpression(): readonly unknown[] {
      return structuredClone(expression);
    },
    set filterExpression(next: readonly unknown[]) {
      expression = structuredClone(next);
    },
    run: () => ({
      getRange: (range: { start: number; end: number }) => getRange(run, saved, expression, range),
    }),
  };
}

function getRange(
  run: Run,
  saved: SavedSearch,
  expression: readonly unknown[],
  { start, end }: { start: number; end: number },
) {
  chargeUnits(run, PAGE_UNITS);
  requirePermission(run, saved.type === "item" ? "inventoryitem" : saved.type, "VIEW");
  if (end - start > PAGE_ROWS_MAX) throw suiteError("SSS_SEARCH_RESULT_LIMIT_EXCEEDED", "At most 1,000.");
  const matches = savedRows(run.store, saved).filter(compileExpression(saved.type, expression));
  const rows = saved.columns.some(({ summary }) => summary) ? [summed(saved.columns, matches)] : matches;
  return rows.slice(start, end).map((row) => toResult(saved.type, row));
}

function summed(columns: readonly SavedColumn[], matches: readonly SearchRow[]): SearchRow {
  const sums = columns.map((column) => [
    keyOf(column),
    sumDecimals(matches.map(({ values }) => values[column.name])),
  ]);
  return { id: "", recordType: "", values: Object.fromEntries(sums) as SearchRow["values"] };
}

const keyOf = ({ name, join, formula, summary }: SavedColumn): string => {
  if (summary) return `${summary} ${name}`;
  return formula === undefined ? (join ? `${join}.${name}` : name) : formulaKey(formula);
};

function toResult(type: string, { id, recordType, values, texts }: SearchRow) {
  return {
    id,
    recordType,
    getValue(column: SavedColumn): string | boolean {
      const value = values[keyOf(column)];
      if (value === undefined)
        throw suiteError(
          "SSS_INVALID_SRCH_COL",
          `An nlobjSearchColumn contains an invalid column: ${column.name}`,
        );
      return spelt(column, type, value);
    },
    getText: (column: SavedColumn): string => texts?.[keyOf(column)] ?? "",
  };
}

/** Checkboxes are booleans; numbers are texts without the zero before the point: `.98`. */
function spelt({ name, summary }: SavedColumn, type: string, value: string | null): string | boolean {
  const fields = { ...RECORD_TYPES[type === "item" ? "inventoryitem" : type]?.fields, ...PRICING_FIELDS };
  const kind = name === "formulanumeric" || summary ? "number" : fields[name];
  if (kind === "checkbox") return value === "T";
  return kind === "number" ? (value ?? "").replace(/^(-?)0\./, "$1.") : (value ?? "");
}
