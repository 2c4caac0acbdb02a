import type { ASTNode, Environment } from "@marcbachmann/cel-js";
import { Decimal } from "@/lib/runtime/definitions/language";
import { BOUNDED, nodesIn } from "./nodes";

/**
 * How much one expression may build, in bytes: a text or a list of hundreds of megabytes is built well within its time. Whatever it builds
 * counts, since all of it may be alive at once.
 */
const BYTES_MAX = 64_000_000;

export class MemoryLimitError extends Error {
  override readonly name = "MemoryLimitError";
  constructor() {
    super(`it builds more than ${BYTES_MAX / 1_000_000} MB of texts and lists`);
  }
}

/** Bytes of the evaluation under way. There is one at a time, because expressions await nothing. */
let kept = 0;
let built = 0;

/** One piece of work: what its expressions give is kept until its end, what they build on the way is not. */
export function workWithMemory<Value>(work: () => Value): Value {
  kept = 0;
  return work();
}

/**
 * One expression of it, or the values that it is given. @throws MemoryLimitError, also where the language caught an earlier one: `||` and `exists` do,
 *   where another part decides.
 */
export function withinMemory<Value>(expression: () => Value): Value {
  built = kept;
  const value = expression();
  allot(0);
  return value;
}

/** For a value that is about to be built, or was. @throws MemoryLimitError. */
export function allot(bytes: number): void {
  built += bytes;
  if (built > BYTES_MAX) throw new MemoryLimitError();
}

/** For what an expression gives. @throws MemoryLimitError. */
export function keep(characters: number): void {
  kept += characters * CHARACTER;
  if (kept > BYTES_MAX) throw new MemoryLimitError();
}

const CHARACTER = 2;
/** A list is built with room to grow. */
const REFERENCE = 16;
const NUMBER = 24;
const ENTRY = 32;
const OBJECT = 64;
/** Bytes that one character of JSON text can become: `[],` has three. */
const PARSED_CHARACTER = 20;

/** Bytes of a text that is cut into that many parts. */
export const bytesOfParts = (text: string, count: number): number => text.length * CHARACTER + count * NUMBER;

/** Bytes of the value itself; its elements were counted when they were built. */
export function bytesOf(value: unknown): number {
  if (typeof value === "string") return value.length * CHARACTER;
  if (typeof value === "bigint" || typeof value === "number") return NUMBER;
  if (typeof value !== "object" || value === null) return 0;
  if (Array.isArray(value)) return OBJECT + value.length * REFERENCE;
  if (value instanceof Uint8Array) return OBJECT + value.length;
  if (value instanceof Decimal) return OBJECT + value.value.c.length * REFERENCE;
  return OBJECT + Object.keys(value).length * ENTRY;
}

/** Functions whose values may be far larger than their arguments: they count before they build. */
export const withBoundedMemory = (environment: Environment): Environment =>
  environment
    .registerFunction(`list<string>.${BOUNDED}join(): string`, (list: unknown[]) => joined(list, ""))
    .registerFunction(`list<string>.${BOUNDED}join(string): string`, joined)
    .registerFunction(`bytes.${BOUNDED}json(): map`, (bytes: Uint8Array) => {
      allot(bytes.length * PARSED_CHARACTER);
      return JSON.parse(Buffer.from(bytes).toString("utf8")) as unknown;
    });

function joined(list: unknown[], separator: string): string {
  let characters = 0;
  for (const part of list) {
    if (typeof part !== "string") throw new TypeError("join() takes a list of texts alone");
    characters += part.length + separator.length;
  }
  allot(characters * CHARACTER);
  return list.join(separator);
}

/** Those that build something. Of others the value is a part of what is there, or no more than a number. */
const BUILDING: ReadonlySet<string> = new Set(["call", "rcall", "list", "map", "+", "-", "*", "/", "%"]);

type Evaluate = (this: ASTNode, evaluator: unknown, node: ASTNode, context: unknown) => unknown;

/**
 * Makes each part of a parsed expression count the value that it gives. At its first evaluation the library looks up how a node is evaluated and stores
 * that in the node's own `evaluate`, which is therefore caught here.
 */
export function countBuilt(node: ASTNode): void {
  if (BUILDING.has(node.op)) {
    const lookUp = (node as unknown as { evaluate: Evaluate }).evaluate;
    let found: Evaluate | null = null;
    const counting: Evaluate = function (...given) {
      if (!found) return lookUp.apply(this, given);
      const value = found.apply(this, given);
      allot(bytesOf(value));
      return value;
    };
    Object.defineProperty(node, "evaluate", {
      get: () => counting,
      set(evaluate: Evaluate) {
        found = evaluate;
      },
    });
  }
  for (const part of nodesIn(node.args)) countBuilt(part);
}
