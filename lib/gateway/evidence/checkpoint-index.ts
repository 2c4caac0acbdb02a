import type { TenantTransaction } from "@/db/client";
import { listCoveredHashes } from "@/db/queries/ledger/bundles";
import {
  type CheckpointRow,
  findHead,
  listCheckpointsAfter,
  listCheckpointsBefore,
} from "@/db/queries/ledger/checkpoints";
import type { BundledCheckpoint, BundledCheckpoints } from "@/lib/core/ledger/bundle/files";
import { type IdRange, rangesOf } from "@/lib/core/ledger/checkpoint";
import { leafOf } from "@/lib/core/ledger/merkle";
import { type MerkleLevels, inclusionProof, levelsOf } from "@/lib/core/ledger/merkle-proof";

const perPage = 100;
/** More links than these are left out of a bundle: the exported list of checkpoints has them once for all bundles. */
const linksMax = 50;
/** Leaves of the trees that are kept at a time: about 70 bytes a leaf. */
const leavesMax = 400_000;

interface Indexed {
  row: CheckpointRow;
  ranges: readonly IdRange[];
}

/** One tenant's checkpoints, read from the newest backwards on demand, and the Merkle trees of those that cover events. */
export class CheckpointIndex {
  /** Newest first, without a gap. */
  #loaded: Indexed[] = [];
  readonly #trees = new Map<number, { ids: Map<number, number>; levels: MerkleLevels }>();
  #leaves = 0;

  constructor(readonly tenantId: number) {}

  /** Takes in the checkpoints that were made since. False: there is none at all. */
  async refresh(tx: TenantTransaction): Promise<boolean> {
    const newest = this.#loaded[0];
    if (!newest) {
      const head = await findHead(tx, this.tenantId);
      if (head) this.#loaded.push(indexed(head));
      return head !== null;
    }
    for (let after = newest.row.seq; ;) {
      const page = await listCheckpointsAfter(tx, this.tenantId, after, perPage);
      this.#loaded.unshift(...page.map(indexed).toReversed());
      if (page.length < perPage) return true;
      after = page.at(-1)!.seq;
    }
  }

  /** The checkpoint that covers an event, and the proof that it does. @throws Error where none does. */
  async prove(tx: TenantTransaction, eventId: number): Promise<{ checkpoint: number; proof: string[] }> {
    const { row } = await this.#find(tx, eventId);
    const { ids, levels } = await this.#treeOf(tx, row);
    return { checkpoint: row.seq, proof: inclusionProof(levels, ids.get(eventId)!) };
  }

  /** Those of these numbers with the head, and with all between them unless they are too many. */
  withHead(seqs: readonly number[]): BundledCheckpoints {
    const first = Math.min(...seqs);
    const head = this.#loaded[0]!.row.seq;
    const isWhole = head - first < linksMax;
    const wanted = new Set([...seqs, head]);
    return {
      links: isWhole ? "whole" : "left_out",
      checkpoints: this.#loaded
        .filter(({ row: { seq } }) => seq >= first && (isWhole || wanted.has(seq)))
        .map(({ row }) => bundledOf(row))
        .toReversed(),
    };
  }

  async #find(tx: TenantTransaction, eventId: number): Promise<Indexed> {
    for (let from = 0; ;) {
      const found = this.#loaded.slice(from).find(({ ranges }) => covers(ranges, eventId));
      if (found) return found;
      from = this.#loaded.length;
      const page = await listCheckpointsBefore(tx, this.tenantId, this.#loaded.at(-1)!.row.seq, perPage);
      if (page.length === 0) throw new Error(`no checkpoint covers event ${eventId}`);
      this.#loaded.push(...page.map(indexed));
    }
  }

  async #treeOf(tx: TenantTransaction, { seq, eventIds, eventCount }: CheckpointRow) {
    const known = this.#trees.get(seq);
    if (known) return known;
    if (this.#leaves > leavesMax) {
      this.#trees.clear();
      this.#leaves = 0;
    }
    const events = await listCoveredHashes(tx, this.tenantId, eventIds);
    if (events.length !== eventCount) throw new Error(`events of checkpoint ${seq} are gone`);
    const tree = {
      ids: new Map(events.map(({ id }, index) => [id, index])),
      levels: levelsOf(events.map(leafOf)),
    };
    this.#trees.set(seq, tree);
    this.#leaves += events.length;
    return tree;
  }
}

const indexed = (row: CheckpointRow): Indexed => ({ row, ranges: rangesOf(row.eventIds) });
const bundledOf = ({ seq, body, hash, signature }: CheckpointRow): BundledCheckpoint => ({
  seq,
  body,
  hash,
  signature,
});

/** @param ranges ascending. */
function covers(ranges: readonly IdRange[], id: number): boolean {
  let low = 0;
  let high = ranges.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [from, to] = ranges[middle]!;
    if (id < from) high = middle - 1;
    else if (id >= to) low = middle + 1;
    else return true;
  }
  return false;
}
