import { expect, test } from "vitest";
import { MerkleTree, leafOf } from "./merkle";
import { inclusionProof, isIncluded, levelsOf } from "./merkle-proof";

const leavesOf = (size: number) =>
  Array.from({ length: size }, (_, index) => leafOf({ id: index + 1, hash: `hash ${index}` }));

const treeOf = (leaves: readonly Buffer[]) => {
  const tree = new MerkleTree();
  for (const leaf of leaves) tree.add(leaf);
  return tree;
};

test("every leaf of every tree of up to 70 leaves is proven, and at no other place", () => {
  for (let size = 1; size <= 70; size += 1) {
    const leaves = leavesOf(size);
    const levels = levelsOf(leaves);
    const root = treeOf(leaves).root();
    expect(levels.at(-1)![0]!.toString("hex")).toBe(root);
    for (const [index, leaf] of leaves.entries()) {
      const proof = inclusionProof(levels, index);
      expect(isIncluded({ leaf, index, size }, proof, root)).toBe(true);
      const elsewhere = [...leaves.keys()].filter((other) => other !== index);
      expect(elsewhere.some((other) => isIncluded({ leaf, index: other, size }, proof, root))).toBe(false);
    }
  }
});

test("a proof that was changed, cut or lengthened proves nothing", () => {
  const leaves = leavesOf(37);
  const root = treeOf(leaves).root();
  const place = { leaf: leaves[20]!, index: 20, size: 37 };
  const proof = inclusionProof(levelsOf(leaves), 20);
  expect(isIncluded(place, proof, root)).toBe(true);
  for (const changed of [
    proof.slice(1),
    proof.slice(0, -1),
    [...proof, proof[0]!],
    proof.toReversed(),
    ["00", ...proof.slice(1)],
    ["no hex", ...proof.slice(1)],
  ])
    expect(isIncluded(place, changed, root)).toBe(false);
  expect(isIncluded({ ...place, index: 37 }, proof, root)).toBe(false);
  expect(isIncluded({ ...place, index: -1 }, proof, root)).toBe(false);
  expect(isIncluded({ ...place, leaf: leaves[21]! }, proof, root)).toBe(false);
});
