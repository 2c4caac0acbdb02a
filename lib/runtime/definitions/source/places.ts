import { type Document, type Node, isMap, isScalar } from "yaml";
import type { Finding, Path } from "@/lib/runtime/definitions/problem";
import { offsetOfCharacter } from "./scalar-characters";

/** Where a finding stands in the text: at its value, its key, or a character of its value. Of a value that is not there: its nearest parent. */
export function offsetOf(text: string, document: Document, { path, atKey, character }: Finding): number {
  const node = nodeAt(document, path);
  if (character !== undefined && isScalar(node) && node.range)
    return offsetOfCharacter(text, node, character);
  for (let length = path.length; length >= 0; length -= 1) {
    const part = path.slice(0, length);
    if (length > 0 && (atKey || length < path.length)) {
      const key = keyOf(document, part);
      if (key !== null) return key;
    }
    const range = (nodeAt(document, part) as Node | null | undefined)?.range;
    if (range) return range[0];
  }
  return 0;
}

const nodeAt = (document: Document, path: Path): unknown =>
  path.length === 0 ? document.contents : document.getIn(path, true);

function keyOf(document: Document, path: Path): number | null {
  const parent = nodeAt(document, path.slice(0, -1));
  if (!isMap(parent)) return null;
  const pair = parent.items.find(({ key }) => isScalar(key) && key.value === path.at(-1));
  return (pair?.key as Node | undefined)?.range?.[0] ?? null;
}
