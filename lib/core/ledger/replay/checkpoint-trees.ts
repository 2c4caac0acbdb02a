import type { IdRange } from "@/lib/core/ledger/checkpoint";
import { MerkleTree, leafOf } from "@/lib/core/ledger/merkle";

/** The Merkle trees of several checkpoints, filled by one walk over the events in the order of their ids. */
export class CheckpointTrees {
  readonly #trees = new Map<number, MerkleTree>();
  readonly #ranges: { from: number; to: number; tree: MerkleTree }[] = [];
  #next = 0;

  constructor(checkpoints: readonly { seq: number; ranges: readonly IdRange[] }[]) {
    for (const { seq, ranges } of checkpoints) {
      const tree = new MerkleTree();
      this.#trees.set(seq, tree);
      for (const [from, to] of ranges) this.#ranges.push({ from, to, tree });
    }
    this.#ranges.sort((left, right) => left.from - right.from);
  }

  of(seq: number): MerkleTree {
    return this.#trees.get(seq) ?? new MerkleTree();
  }

  /** The ids to walk over: neighbouring ranges are one span. */
  spans(): IdRange[] {
    const spans: [number, number][] = [];
    for (const { from, to } of this.#ranges) {
      const last = spans.at(-1);
      if (last && from - last[1] < 1_000) last[1] = Math.max(last[1], to);
      else spans.push([from, to]);
    }
    return spans;
  }

  /** False: none of these checkpoints covers it. */
  add(event: { id: number; hash: string }): boolean {
    while (this.#next < this.#ranges.length && this.#ranges[this.#next]!.to <= event.id) this.#next += 1;
    const range = this.#ranges[this.#next];
    if (!range || range.from > event.id) return false;
    range.tree.add(leafOf(event));
    return true;
  }
}
