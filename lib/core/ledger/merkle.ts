import { createHash } from "node:crypto";

/**
 * The root of a Merkle tree as RFC 6962 defines it: leaves and nodes are hashed under different prefixes, so that no
 * node passes for a leaf.
 */

const leafPrefix = Buffer.from([0]);
const nodePrefix = Buffer.from([1]);

const hashOf = (...parts: Buffer[]): Buffer => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** The leaf of an event: its id and its hash. */
export function leafOf(event: { id: number; hash: string }): Buffer {
  return hashOf(leafPrefix, Buffer.from(`${event.id}\n${event.hash}`, "utf8"));
}

/** The node above two others. */
export function nodeHashOf(left: Buffer, right: Buffer): Buffer {
  return hashOf(nodePrefix, left, right);
}

/** Takes leaves one by one, and keeps one hash for each level of the tree, however many leaves there are. */
export class MerkleTree {
  readonly #peaks: { size: number; hash: Buffer }[] = [];
  size = 0;

  add(leaf: Buffer): void {
    this.size += 1;
    let node = { size: 1, hash: leaf };
    for (let last = this.#peaks.at(-1); last?.size === node.size; last = this.#peaks.at(-1)) {
      this.#peaks.pop();
      node = { size: node.size * 2, hash: nodeHashOf(last.hash, node.hash) };
    }
    this.#peaks.push(node);
  }

  /** In hex. Of no leaf: the hash of nothing. */
  root(): string {
    if (this.#peaks.length === 0) return hashOf().toString("hex");
    return this.#peaks
      .map(({ hash }) => hash)
      .reduceRight((right, left) => nodeHashOf(left, right))
      .toString("hex");
  }
}
