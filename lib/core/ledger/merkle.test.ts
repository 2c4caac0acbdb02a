import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { MerkleTree, leafOf } from "./merkle";

/** The definition of RFC 6962, 2.1, over leaves that are hashed already. */
function rootOf(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 1) return leaves[0]!;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  const sides = [leaves.slice(0, split), leaves.slice(split)].map(rootOf);
  return createHash("sha256")
    .update(Buffer.from([1]))
    .update(sides[0]!)
    .update(sides[1]!)
    .digest();
}

test("the root is that of RFC 6962 for every number of leaves", () => {
  for (let count = 1; count <= 70; count += 1) {
    const leaves = Array.from({ length: count }, (_, id) => leafOf({ id, hash: `h${id}` }));
    const tree = new MerkleTree();
    for (const leaf of leaves) tree.add(leaf);
    expect(tree.root()).toBe(rootOf(leaves).toString("hex"));
    expect(tree.size).toBe(count);
  }
  expect(new MerkleTree().root()).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
});

test("no two lists of events have the same root", () => {
  const events = fc.array(fc.record({ id: fc.nat(), hash: fc.string() }), { maxLength: 20 });
  fc.assert(
    fc.property(events, events, (left, right) => {
      fc.pre(JSON.stringify(left) !== JSON.stringify(right));
      const root = (list: typeof left) => {
        const tree = new MerkleTree();
        for (const event of list) tree.add(leafOf(event));
        return tree.root();
      };
      expect(root(left)).not.toBe(root(right));
    }),
  );
});
