import { type Run, chargeUnits } from "../run";
import { type FilterExpression, type SearchRow, filterRows } from "../search/filters";
import { searchRows } from "../search/rows";
import { sumDecimals } from "../store/decimals";
import { suiteError } from "./error";
import { requirePermission } from "./record";
import { loadSavedSearch } from "./saved-search";

interface Column {
  name: string;
  join?: string;
  summary?: string;
  sort?: string;
}
interface SearchOptions {
  type: string;
  filters?: FilterExpression;
  columns?: (string | Column)[];
}

const SEARCH_UNITS = 10;
const RESULTS_MAX = 1_000;

/** N/search: saved searches, filter expressions, plain columns, the systemNotes join and SUM over everything found. */
export function createSearchModule(run: Run, now: () => Date) {
  return {
    Summary: { SUM: "SUM" },
    Sort: { ASC: "ASC", DESC: "DESC" },
    load: (options: { id: string }) => loadSavedSearch(run, options),
    create(options: SearchOptions) {
      return {
        run: () => ({
          getRange: (range: { start: number; end: number }) => getRange(run, now, options, range),
        }),
      };
    },
  };
}

function getRange(run: Run, now: () => Date, options: SearchOptions, range: { start: number; end: number }) {
  chargeUnits(run, SEARCH_UNITS);
  requirePermission(run, options.type, "VIEW");
  if (range.end - range.start > RESULTS_MAX)
    throw suiteError("SSS_SEARCH_RESULT_LIMIT_EXCEEDED", "At most 1,000.");
  const columns = (options.columns ?? []).map((column) =>
    typeof column === "string" ? { name: column } : column,
  );
  const filters = options.filters ?? [];
  const matches = filterRows(searchRows(run.store, options.type, filters), filters, now);
  const rows = columns.some((column) => column.summary) ? [sumRow(columns, matches)] : matches;
  return rows.slice(range.start, range.end).map(toResult);
}

function sumRow(columns: Column[], matches: SearchRow[]): SearchRow {
  const values: Record<string, string | null> = {};
  for (const { name, summary } of columns) {
    if (summary !== "SUM") throw suiteError("SSS_INVALID_SRCH_COL_SUM", "Only SUM is simulated.");
    values[`SUM ${name}`] =
      matches.length === 0 ? null : sumDecimals(matches.map((row) => readColumn(row, name)));
  }
  return { id: "", recordType: "", values };
}

function toResult(row: SearchRow) {
  return {
    id: row.id,
    recordType: row.recordType,
    getValue(column: string | Column): string {
      const { name, join, summary } = typeof column === "string" ? { name: column } : column;
      return readColumn(row, summary ? `${summary} ${name}` : join ? `${join}.${name}` : name) ?? "";
    },
    getText(column: string | Column): string {
      const { name, join } = typeof column === "string" ? { name: column } : column;
      return row.texts?.[join ? `${join}.${name}` : name] ?? "";
    },
  };
}

function readColumn(row: SearchRow, name: string): string | null {
  const value = row.values[name];
  if (value === undefined)
    throw suiteError("SSS_INVALID_SRCH_COL", `An nlobjSearchColumn contains an invalid column: ${name}`);
  return value;
}
