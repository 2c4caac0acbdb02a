import { describe, expect, test } from "vitest";
import { type ChainLink, findChainFault } from "./hash-chain";
import { sha256Hex } from "./payload-hash";

/** A link as the ledger writes it: the columns repeat parts of the body. */
function linkOf(bodyText: string, link: { id: number; seq: number; prevHash: string }): ChainLink {
  const body = JSON.parse(bodyText) as { type: string; actor: { kind: string; label: string } };
  const hash = sha256Hex(`${link.prevHash}\n${bodyText}`);
  return {
    ...link,
    hash,
    bodyText,
    eventType: body.type,
    actorKind: body.actor.kind,
    actorLabel: body.actor.label,
  };
}

function bodyOf(type: string, seq: number, more: Record<string, unknown> = {}): string {
  return JSON.stringify({ type, seq, actor: { kind: "person", label: "Ana" }, ...more });
}

function chainOf(bodies: readonly string[]): { links: ChainLink[]; head: { hash: string; seq: number } } {
  let prevHash = "";
  const links = bodies.map((bodyText, index): ChainLink => {
    const link = linkOf(bodyText, { id: 100 + index, seq: index + 1, prevHash });
    prevHash = link.hash;
    return link;
  });
  return { links, head: { hash: prevHash, seq: links.length } };
}

const bodies = [
  bodyOf("hitl.proposed", 1),
  bodyOf("hitl.approved", 2, { who: "Ana" }),
  bodyOf("hitl.applied", 3, { id: "1" }),
  bodyOf("hitl.noted", 4, { é: "✓" }),
];
const { links, head } = chainOf(bodies);

test("a chain as it was written holds, an empty one too", () => {
  expect(findChainFault(links, head)).toBeNull();
  expect(findChainFault([], { hash: "", seq: 0 })).toBeNull();
});

describe("every flipped bit is found", () => {
  const flipped = (text: string, bit: number): string => {
    const bytes = Buffer.from(text, "latin1");
    bytes[bit >> 3] = bytes[bit >> 3]! ^ (1 << (bit & 7));
    return bytes.toString("latin1");
  };
  test.each(["bodyText", "hash", "prevHash"] as const)("of %s", (field) => {
    // Characters of one byte only, so that every flip gives another text.
    const plain = chainOf(bodies.slice(0, 3));
    for (const [index, link] of plain.links.entries()) {
      for (let bit = 0; bit < link[field].length * 8; bit += 1) {
        const changed = plain.links.with(index, { ...link, [field]: flipped(link[field], bit) });
        expect(findChainFault(changed, plain.head), `link ${index}, bit ${bit}`).not.toBeNull();
      }
    }
  });
});

test("a link that was taken out is found, wherever it stood", () => {
  for (const index of links.keys()) expect(findChainFault(links.toSpliced(index, 1), head)).not.toBeNull();
});

test("two links that changed places are found, renumbered or not", () => {
  for (let index = 0; index + 1 < links.length; index += 1) {
    const [a, b] = [links[index]!, links[index + 1]!];
    expect(findChainFault(links.with(index, b).with(index + 1, a), head)).not.toBeNull();
    const renumbered = links.with(index, { ...b, seq: a.seq }).with(index + 1, { ...a, seq: b.seq });
    expect(findChainFault(renumbered, head)).not.toBeNull();
  }
});

test("a link that was put in is found, also with a hash of its own that fits", () => {
  for (let index = 0; index <= links.length; index += 1) {
    const prevHash = links[index - 1]?.hash ?? "";
    const forged = linkOf(bodyOf("forged", index + 1), { id: 999, seq: index + 1, prevHash });
    const rest = links.slice(index).map((link) => ({ ...link, seq: link.seq + 1 }));
    expect(findChainFault([...links.slice(0, index), forged, ...rest], head)).not.toBeNull();
  }
});

test("a truncated chain is found by the head that its row keeps", () => {
  for (let length = 0; length < links.length; length += 1)
    expect(findChainFault(links.slice(0, length), head)).toMatchObject({ kind: "truncated" });
});

test("a chain rewritten from some link on is found by that head", () => {
  const rewritten = chainOf(bodies.with(1, bodyOf("hitl.rejected", 2)));
  expect(findChainFault(rewritten.links, head)).toMatchObject({ kind: "truncated" });
});

test("the fault names the first link that does not hold", () => {
  const changed = links.with(2, { ...links[2]!, bodyText: "{}" });
  expect(findChainFault(changed, head)).toEqual({ kind: "wrong_hash", seq: 3, eventId: 102 });
  expect(findChainFault(links.toSpliced(1, 1), head)).toEqual({ kind: "gap", seq: 2, eventId: 102 });
});

test("a column that says something else than the hashed body is found", () => {
  for (const change of [{ eventType: "hitl.rejected" }, { actorLabel: "Nobody" }, { actorKind: "system" }]) {
    const changed = links.with(1, { ...links[1]!, ...change });
    expect(findChainFault(changed, head)).toEqual({ kind: "columns_differ", seq: 2, eventId: 101 });
  }
});
