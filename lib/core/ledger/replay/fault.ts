/** A difference between the rows and the ledger, or within the ledger. */
export interface Fault {
  /** Stable, snake_case. */
  kind: string;
  entity_type: string;
  entity_id: number;
  /** The event at fault; 0: none in particular. */
  seq: number;
  /** Says in a sentence what differs. */
  text: string;
}

/** Collects the faults of one subject. */
export interface FaultList {
  readonly faults: Fault[];
  add(kind: string, text: string, seq?: number): void;
}

function faultsOf(entityType: string, entityId: number): FaultList {
  const faults: Fault[] = [];
  return {
    faults,
    add: (kind, text, seq = 0) =>
      void faults.push({ kind, entity_type: entityType, entity_id: entityId, seq, text }),
  };
}

/**
 * The faults of one subject, whatever its rows and events hold: where they cannot be compared that is its fault, and the
 * verification goes on with the next one.
 */
export function findFaults(
  entityType: string,
  entityId: number,
  compare: (list: FaultList) => void,
): readonly Fault[] {
  const list = faultsOf(entityType, entityId);
  try {
    compare(list);
  } catch {
    list.add("event_unreadable", "Its rows or its events cannot be read: they are none of the app's.");
  }
  return list.faults;
}

/** A value in a sentence. */
export function printable(value: unknown): string {
  if (value === undefined || value === null) return "nothing";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return `“${text.length > 80 ? `${text.slice(0, 80)}…` : text}”`;
}
