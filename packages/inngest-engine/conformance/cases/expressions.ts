import { expect } from "vitest";
import type { Case, Theme } from "../case";

interface Form {
  key: string;
  name: string;
  expression: string;
  taken: Record<string, unknown>[];
  left: Record<string, unknown>[];
}

const forms: Form[] = [
  {
    key: "if-equal",
    name: "`if` with == takes equal values only, by kind too",
    expression: "event.data.kind == 'wanted'",
    taken: [{ kind: "wanted" }],
    left: [{ kind: "other" }, { kind: true }, {}],
  },
  {
    key: "if-number",
    name: "`if` compares numbers, whole and broken",
    expression: "event.data.n > 5 && event.data.n <= 7.5",
    taken: [{ n: 6 }, { n: 7.5 }],
    left: [{ n: 5 }, { n: 7.6 }, { n: -6 }],
  },
  {
    key: "if-division",
    name: "`if` divides numbers of an event exactly",
    expression: "event.data.n / event.data.m == 2.5",
    taken: [{ m: 2, n: 5 }],
    left: [{ m: 2, n: 4 }],
  },
  {
    key: "if-either",
    name: "`if` knows ||, ! and parentheses",
    expression: "!(event.data.a == 1) && (event.data.b == 2 || event.data.c == 3)",
    taken: [
      { a: 0, b: 2, c: 0 },
      { a: 0, b: 0, c: 3 },
    ],
    left: [
      { a: 1, b: 2, c: 3 },
      { a: 0, b: 0, c: 0 },
    ],
  },
  {
    key: "if-text",
    name: "`if` looks into text",
    expression:
      "event.data.sku.startsWith('BX-') && event.data.sku.contains('9') && size(event.data.sku) < 9",
    taken: [{ sku: "BX-19" }],
    left: [{ sku: "BX-18" }, { sku: "AX-19" }, { sku: "BX-1999999" }],
  },
  {
    key: "if-list",
    name: "`if` looks into lists",
    expression: "event.data.kind in ['a', 'b'] && event.data.tags.exists(tag, tag == 'hot')",
    taken: [{ kind: "b", tags: ["cold", "hot"] }],
    left: [
      { kind: "c", tags: ["hot"] },
      { kind: "a", tags: [] },
    ],
  },
  {
    key: "if-present",
    name: "`if` with has() tells present from missing, and a missing field is no error",
    expression: "has(event.data.note) && event.data.note != ''",
    taken: [{ note: "yes" }],
    left: [{}, { note: "" }],
  },
  {
    key: "if-null",
    name: "`if` compares with null",
    expression: "event.data.parent == null",
    taken: [{ parent: null }],
    left: [{ parent: "x" }],
  },
];

export const expressions: Theme = { title: "expressions", cases: forms.map(toCase) };

/** Sends what must be left first: when what is taken has run, the rest has had its chance. */
function toCase({ key, name, expression, taken, left }: Form): Case {
  return {
    key,
    name,
    place: "shared",
    play: ({ client, own }) => {
      const ran: string[] = [];
      return {
        functions: [
          client.createFunction(
            { id: own("f"), retries: 0, triggers: [{ event: own("go"), if: expression }] },
            ({ event }) => void ran.push(JSON.stringify(event.data)),
          ),
        ],
        see: async (scene) => {
          for (const data of [...left, ...taken]) await scene.send({ name: own("go"), data });
          await scene.routed();
          await scene.until("what is taken", () => ran.length >= taken.length);
          expect(ran.toSorted()).toEqual(taken.map((data) => JSON.stringify(data)).toSorted());
        },
      };
    },
  };
}
