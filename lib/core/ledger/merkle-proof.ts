import { nodeHashOf } from "./merkle";

/** Inclusion proofs of RFC 9162, section 2.1.3, over the trees of merkle.ts. */

/** A whole tree, from the leaves up. A node without a right neighbour moves up as it is. */
export type MerkleLevels = readonly (readonly Buffer[])[];

/** @param leaves in their order; at least one. */
export function levelsOf(leaves: readonly Buffer[]): MerkleLevels {
  const levels: Buffer[][] = [[...leaves]];
  for (let below = levels[0]!; below.length > 1; below = levels.at(-1)!) {
    const level: Buffer[] = [];
    for (let at = 0; at < below.length; at += 2) {
      const right = below[at + 1];
      level.push(right ? nodeHashOf(below[at]!, right) : below[at]!);
    }
    levels.push(level);
  }
  return levels;
}

/** The hashes, in hex, that lead from one leaf to the root. @param index from 0. */
export function inclusionProof(levels: MerkleLevels, index: number): string[] {
  const proof: string[] = [];
  let at = index;
  for (const level of levels.slice(0, -1)) {
    const sibling = level[at ^ 1];
    if (sibling) proof.push(sibling.toString("hex"));
    at >>= 1;
  }
  return proof;
}

/** True: a tree of `size` leaves with this root has this leaf at this index. Follows section 2.1.3.2 step by step. */
export function isIncluded(
  { leaf, index, size }: { leaf: Buffer; index: number; size: number },
  proof: readonly string[],
  root: string,
): boolean {
  if (index < 0 || index >= size) return false;
  let fn = index;
  let sn = size - 1;
  let hash = leaf;
  for (const hex of proof) {
    if (sn === 0) return false;
    const node = Buffer.from(hex, "hex");
    if (node.length !== 32) return false;
    if (fn % 2 === 1 || fn === sn) {
      hash = nodeHashOf(node, hash);
      while (fn % 2 === 0 && fn !== 0) {
        fn >>= 1;
        sn >>= 1;
      }
    } else hash = nodeHashOf(hash, node);
    fn >>= 1;
    sn >>= 1;
  }
  return sn === 0 && hash.toString("hex") === root;
}
