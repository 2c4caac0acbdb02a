import type { KeyObject } from "node:crypto";
import {
  type Checkpoint,
  type IdRange,
  bodyOf,
  findSignatureFault,
  rangesOf,
} from "@/lib/core/ledger/checkpoint";
import { CheckpointTrees } from "./checkpoint-trees";
import type { ActionEvidence, SubjectEvidence } from "./evidence";
import type { Fault } from "./fault";
import { replayAction } from "./replay-action";
import {
  type StoredCheckpoint,
  checkpointFaults,
  compareWithHead,
  tenantFaults,
  unsealedIn,
} from "./replay-checkpoint";
import { replayPolicy, replaySubject } from "./replay-subject";
import { unsealedFault } from "./unsealed";

/** The lines of an exported ledger, in this order. A subject without links is a row that no event speaks of. */
export type ExportLine =
  | { kind: "ledger"; v: 1; tenant_id: number; tenant: string; exported_at: string }
  | ({ kind: "checkpoint"; tenant_id: number | null } & StoredCheckpoint)
  | { kind: "policy"; version: number; hash: string; text: string }
  | { kind: "subject"; subject: SubjectEvidence }
  | { kind: "action"; action: ActionEvidence }
  | { kind: "end"; actions: number };

/** An event may become visible, and wait, for as long as its transaction lasts. */
const latestMs = 10 * 60_000;

interface ExportedEvent {
  id: number;
  hash: string;
  at: string;
  entityType: string;
  entityId: number;
  seq: number;
}

/**
 * Verifies an exported ledger, line by line: the same comparisons as the database's. Of events it keeps their ids and
 * hashes alone.
 */
export class ExportVerifier {
  readonly faults: Fault[] = [];
  readonly #checkpoints = new Map<number | null, StoredCheckpoint[]>();
  readonly #policies = new Map<number, string>();
  readonly #unsealed: IdRange[] = [];
  readonly #events = new Map<number | null, ExportedEvent[]>();
  #tenantId: number | null = null;
  #actions = 0;
  #ended = false;
  /** Events of the company that a signed checkpoint of the file covers, and those that came after the last one. */
  readonly covered = { signed: 0, unsigned: 0 };

  constructor(readonly keys: ReadonlyMap<string, KeyObject>) {}

  /** @throws Error where it is no line of an exported ledger. */
  add(line: ExportLine): void {
    const isFirst = this.#tenantId === null;
    if (isFirst !== (line.kind === "ledger") || this.#ended)
      throw new Error("a line stands where an exported ledger has none like it");
    switch (line.kind) {
      case "ledger":
        this.#tenantId = line.tenant_id;
        return;
      case "checkpoint":
        this.#listOf(this.#checkpoints, line.tenant_id).push(line);
        this.#unsealed.push(...rangesOf(unsealedIn(line, this.keys)));
        return;
      case "policy":
        this.#policies.set(line.version, line.hash);
        this.faults.push(...replayPolicy(this.#tenantId ?? 0, line));
        return;
      case "subject":
        this.#addEvents(line.subject);
        this.faults.push(...replaySubject(line.subject));
        return;
      case "action":
        this.#actions += 1;
        this.#addEvents(line.action);
        this.faults.push(...replayAction(line.action, this.#policies));
        return;
      case "end":
        this.#ended = true;
        if (line.actions !== this.#actions)
          this.#fault("file_incomplete", "Actions are missing from the file.");
        return;
      default:
        throw new Error("a line is none of an exported ledger");
    }
  }

  /** A line that is none of an exported ledger. */
  addUnreadable(line: number): void {
    this.faults.push({
      kind: "line_unreadable",
      entity_type: "line",
      entity_id: line,
      seq: 0,
      text: "This line cannot be read: it was changed, or it is none of an exported ledger.",
    });
  }

  /** The rest, once every line was added. @param head a checkpoint that was exported earlier. */
  end(head: Checkpoint | null): void {
    if (!this.#ended) this.#fault("file_incomplete", "The file breaks off before its last line.");
    for (const tenantId of new Set([...this.#checkpoints.keys(), ...this.#events.keys()])) {
      if (tenantId !== null && tenantId !== this.#tenantId)
        this.#fault("file_of_several", "The file holds lines of another company than its first line names.");
      this.#endOf(tenantId);
    }
    if (this.covered.signed === 0)
      this.#fault(
        "nothing_signed",
        "No signature vouches for anything in the file: anybody could have written it.",
      );
    if (!head) return;
    const signature = findSignatureFault(head, this.keys);
    const body = signature === "checkpoint_hash_differs" ? null : bodyOf(head);
    const own = this.#checkpoints.get(this.#tenantId) ?? [];
    const stored = own.find(({ seq }) => seq === body?.seq) ?? null;
    this.faults.push(...compareWithHead({ head, body, signature, tenantId: this.#tenantId ?? 0, stored }));
  }

  #endOf(tenantId: number | null): void {
    const checkpoints = this.#checkpoints.get(tenantId) ?? [];
    const events = (this.#events.get(tenantId) ?? []).toSorted((left, right) => left.id - right.id);
    const trees = new CheckpointTrees(
      checkpoints.map(({ seq, eventIds }) => ({ seq, ranges: rangesOf(eventIds) })),
    );
    const last = checkpoints.at(-1);
    const sealedMs = last ? Date.parse(bodyOf(last).sealed_at) - latestMs : 0;
    for (const event of events) {
      const isCovered = trees.add(event);
      if (tenantId !== null) this.covered[isCovered ? "signed" : "unsigned"] += 1;
      if (!isCovered && Date.parse(event.at) < sealedMs)
        this.faults.push({
          kind: "event_outside_checkpoints",
          entity_type: event.entityType,
          entity_id: event.entityId,
          seq: event.seq,
          text: "An event is older than the last checkpoint, and none covers it.",
        });
    }
    let previous: StoredCheckpoint | null = null;
    for (const checkpoint of checkpoints) {
      this.faults.push(
        ...checkpointFaults(checkpoint, previous, trees.of(checkpoint.seq), this.keys),
        ...tenantFaults(checkpoint, tenantId),
      );
      previous = checkpoint;
    }
  }

  #addEvents(subject: SubjectEvidence | ActionEvidence): void {
    const list = this.#listOf(this.#events, subject.tenantId);
    const entity = {
      entityType: "entityType" in subject ? subject.entityType : "proposed_action",
      entityId: subject.id,
    };
    for (const { id, hash, seq, occurredAt, eventType } of subject.links) {
      list.push({ id, hash, seq, at: occurredAt ?? "", ...entity });
      if (this.#unsealed.some(([from, to]) => id >= from && id < to))
        this.faults.push(unsealedFault({ ...entity, seq, type: eventType }));
    }
  }

  #listOf<T>(lists: Map<number | null, T[]>, key: number | null): T[] {
    const list = lists.get(key) ?? [];
    lists.set(key, list);
    return list;
  }

  #fault(kind: string, text: string): void {
    this.faults.push({ kind, entity_type: "file", entity_id: 0, seq: 0, text });
  }
}
