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

export function faultsOf(entityType: string, entityId: number): FaultList {
  const faults: Fault[] = [];
  return {
    faults,
    add: (kind, text, seq = 0) =>
      void faults.push({ kind, entity_type: entityType, entity_id: entityId, seq, text }),
  };
}

/** A value in a sentence. */
export function shown(value: unknown): string {
  if (value === undefined || value === null) return "nothing";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return `“${text.length > 80 ? `${text.slice(0, 80)}…` : text}”`;
}
