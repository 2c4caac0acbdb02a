/** Every value is text (decimals keep their digits, dates are ISO 8601 UTC); null is empty. */
export type StoredValue = string | null;
export type StoredLine = Record<string, StoredValue>;

export interface StoredRecord {
  type: string;
  id: string;
  version: number;
  lastModifiedAt: string;
  lastModifiedBy: string;
  fields: Record<string, StoredValue>;
  sublists: Record<string, StoredLine[]>;
}

/** The person behind a change, and the role they used. */
export interface Author {
  name: string;
  role: { id: string; name: string };
}

export interface FieldDifference {
  field: string;
  from: StoredValue;
  to: StoredValue;
}

/** One committed change of a business record: the auditor's row. */
export interface Commit {
  seq: number;
  at: string;
  /** Null for changes that did not come through the RESTlet. */
  action_key: string | null;
  source: "restlet" | "external";
  /** Absent in journals of earlier versions. */
  by?: Author;
  operation: "create" | "update" | "delete";
  record: { type: string; id: string };
  changes: FieldDifference[];
}

/** Differences by path: `creditlimit`, `itempricing[2].price`. */
export function diffRecords(before: StoredRecord | null, after: StoredRecord | null): FieldDifference[] {
  const old = flatten(before);
  const current = flatten(after);
  return [...new Set([...Object.keys(old), ...Object.keys(current)])]
    .map((field) => ({ field, from: old[field] ?? null, to: current[field] ?? null }))
    .filter((difference) => difference.from !== difference.to);
}

function flatten(record: StoredRecord | null): Record<string, StoredValue> {
  if (!record) return {};
  const flat = { ...record.fields };
  for (const [sublist, lines] of Object.entries(record.sublists)) {
    for (const [index, line] of lines.entries()) {
      for (const [field, value] of Object.entries(line)) flat[`${sublist}[${index}].${field}`] = value;
    }
  }
  return flat;
}
