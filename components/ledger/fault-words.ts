/** A fault of a chain in people's words, and what to do about it. */
export interface FaultWords {
  what: string;
  next: string;
}

const faults: Record<string, FaultWords> = {
  gap: {
    what: "An event is missing between two others.",
    next: "Somebody deleted a row. Compare with a backup from before.",
  },
  broken_link: {
    what: "An event does not follow the one before it.",
    next: "Rows were swapped or inserted. Compare with a backup from before.",
  },
  wrong_hash: {
    what: "An event's text is not what was sealed.",
    next: "Somebody edited a row. Compare with a backup from before.",
  },
  columns_differ: {
    what: "An event's columns say something else than its sealed text.",
    next: "The sealed text holds; the columns were edited.",
  },
  truncated: {
    what: "The chain ends before the head that its subject claims.",
    next: "The newest events were deleted, or the head was rewritten.",
  },
  undecided: {
    what: "It counts as approved, and no decision on its payload is on record.",
    next: "Engage the kill switches and find out who changed it: its push is refused as long as this stands.",
  },
};

export function faultWords(kind: string): FaultWords {
  return faults[kind] ?? { what: `It does not hold (${kind}).`, next: "Compare with a backup from before." };
}

const subjects: Record<string, string> = { proposed_action: "Proposed action", kill_switch: "Kill switch" };

/** `Proposed action #8421`. */
export function subjectWords(entityType: string, id: number): string {
  const plain = entityType.replaceAll("_", " ");
  return `${subjects[entityType] ?? `${plain.charAt(0).toUpperCase()}${plain.slice(1)}`} #${id}`;
}
