import type { Chain } from "./event-body";

/**
 * The rows of one action, as the database's own functions write them as text: the events hold the hashes of these texts.
 * The same lines stand in an exported file.
 */
export interface ActionEvidence extends Chain {
  id: number;
  tenantId: number;
  /** The part that never changes (action_evidence). */
  row: string;
  /** The part that only a raise of the tier moves (action_tier). */
  tier: string;
  /** The part that moves (action_state). */
  state: string;
  prose: string;
  proseBlankedAt: string | null;
  /** In the order of their ids, like all lists here. */
  decisions: readonly string[];
  pushes: readonly PushEvidence[];
  receipts: readonly string[];
  mirror: readonly string[];
  letters: readonly LetterEvidence[];
  drafts: readonly DraftEvidence[];
  /** The versions of caches. Absent in files exported before these were compared. */
  versions?: readonly VersionEvidence[];
}

export interface PushEvidence {
  evidence: string;
  outcome: string;
}

export interface LetterEvidence {
  evidence: string;
  payload: string;
  blankedAt: string | null;
  replayedAt: string | null;
  replayedBy: string | null;
}

export interface DraftEvidence {
  evidence: string;
  status: string;
}

export interface VersionEvidence {
  name: string;
  version: number;
  /** True if our own write made it, in its turn (maker_status). */
  made: boolean;
}

/** Any other subject: its chain and its row as it is now. */
export interface SubjectEvidence extends Chain {
  entityType: string;
  id: number;
  tenantId: number | null;
  /** As ledger_state writes it. Null: its chain speaks of no row. */
  state: string | null;
}

/** The versions of the policy, by number. */
export type PolicyHashes = ReadonlyMap<number, string>;
