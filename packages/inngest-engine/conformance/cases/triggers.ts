import { eventType } from "inngest";
import { expect } from "vitest";
import { z } from "zod";
import { theme } from "../case";

export const triggers = theme("triggers");

triggers.shared(
  "wildcard",
  "a trigger that ends in a star takes every event that begins like it, and no other",
  ({ own, onGo, send, record, records }) => {
    onGo({ triggers: [{ event: `${own("order")}/*` }] }, ({ event }) => record(event.name));
    return async () => {
      const matching = [`${own("order")}/line/added`, `${own("order")}/made`];
      const others = [own("order"), `${own("orders")}/made`, `x${own("order")}/made`];
      for (const name of [...matching, ...others]) await send({ name });
      await records({ inAnyOrder: matching });
    };
  },
);

triggers.shared(
  "several",
  "a function with several triggers runs for each of their events",
  ({ client, own, serve, send, record, history, ended }) => {
    const names = [own("made"), own("changed")] as const;
    const several = [{ event: names[0] }, { event: names[1] }];
    serve(
      client.createFunction({ id: own("f"), retries: 0, triggers: several }, ({ event }) =>
        record(event.name),
      ),
    );
    return async () => {
      for (const name of names) await ended(send({ name }));
      expect(history).toEqual(names);
    };
  },
);

triggers.shared(
  "twice-matched",
  "an event that two triggers of one function match starts one run of it",
  ({ client, own, serve, send, record, history, ended, runs, routed }) => {
    const both = [{ event: `${own("order")}/made` }, { event: `${own("order")}/*` }];
    serve(client.createFunction({ id: own("f"), retries: 0, triggers: both }, () => record("ran")));
    return async () => {
      const id = await send({ name: `${own("order")}/made` });
      await ended(id);
      await routed();
      expect(await runs(id)).toHaveLength(1);
      expect(history).toHaveLength(1);
    };
  },
);

triggers.shared(
  "two-functions",
  "an event that two functions listen to starts a run of each",
  ({ own, onGo, go, record, history, runs, until }) => {
    for (const name of ["f", "g"]) onGo({ id: own(name) }, ({ runId }) => record(runId));
    return async () => {
      const id = await go();
      await until("both runs", () => history.length === 2);
      const both = await until("both ends", async () => {
        const all = await runs(id);
        return all.every(({ status }) => status === "Completed") && all;
      });
      expect(both.map((run) => run.run_id).toSorted()).toEqual(history.toSorted());
    };
  },
);

triggers.shared(
  "schema",
  "an event that a trigger's schema rejects fails the run without calling the function",
  ({ client, own, serve, go, record, completes, fails }) => {
    const ordered = eventType(own("go"), { schema: z.object({ order: z.number().int() }) });
    serve(
      client.createFunction({ id: own("f"), retries: 3, triggers: [ordered] }, ({ event }) =>
        record(event.data.order),
      ),
    );
    return async () => {
      const bad = await go({ order: "seven" });
      const good = await go({ order: 7 });
      await fails(bad, expect.stringContaining("order"));
      await completes(good, undefined, [7]);
    };
  },
);

triggers.shared(
  "schema-send",
  "an event made from a schema is checked before it is sent: one that does not fit never leaves",
  ({ client, own, onGo, record, completes }) => {
    const ordered = eventType(own("go"), { schema: z.object({ order: z.number().int() }) });
    onGo(({ event }) => record(event.data.order));
    return async () => {
      await expect(client.send(ordered.create({ order: 0.5 }))).rejects.toThrow("order");
      const { ids } = await client.send(ordered.create({ order: 7 }));
      await completes(ids[0] ?? "", undefined, [7]);
    };
  },
);

interface Form {
  key: string;
  name: string;
  expression: string;
  matches: Record<string, unknown>[];
  others: Record<string, unknown>[];
}

const forms: Form[] = [
  {
    key: "if-equal",
    name: "`if` with == takes equal values only, by kind too",
    expression: "event.data.kind == 'wanted'",
    matches: [{ kind: "wanted" }],
    others: [{ kind: "other" }, { kind: true }, {}],
  },
  {
    key: "if-number",
    name: "`if` compares numbers, whole and broken",
    expression: "event.data.n > 5 && event.data.n <= 7.5",
    matches: [{ n: 6 }, { n: 7.5 }],
    others: [{ n: 5 }, { n: 7.6 }, { n: -6 }],
  },
  {
    key: "if-division",
    name: "`if` divides numbers of an event exactly",
    expression: "event.data.n / event.data.m == 2.5",
    matches: [{ m: 2, n: 5 }],
    others: [{ m: 2, n: 4 }],
  },
  {
    key: "if-either",
    name: "`if` knows ||, ! and parentheses",
    expression: "!(event.data.a == 1) && (event.data.b == 2 || event.data.c == 3)",
    matches: [
      { a: 0, b: 2, c: 0 },
      { a: 0, b: 0, c: 3 },
    ],
    others: [
      { a: 1, b: 2, c: 3 },
      { a: 0, b: 0, c: 0 },
    ],
  },
  {
    key: "if-text",
    name: "`if` looks into text",
    expression:
      "event.data.sku.startsWith('BX-') && event.data.sku.contains('9') && size(event.data.sku) < 9",
    matches: [{ sku: "BX-19" }],
    others: [{ sku: "BX-18" }, { sku: "AX-19" }, { sku: "BX-1999999" }],
  },
  {
    key: "if-list",
    name: "`if` looks into lists",
    expression: "event.data.kind in ['a', 'b'] && event.data.tags.exists(tag, tag == 'hot')",
    matches: [{ kind: "b", tags: ["cold", "hot"] }],
    others: [
      { kind: "c", tags: ["hot"] },
      { kind: "a", tags: [] },
    ],
  },
  {
    key: "if-present",
    name: "`if` with has() tells present from missing, and a missing field is no error",
    expression: "has(event.data.note) && event.data.note != ''",
    matches: [{ note: "yes" }],
    others: [{}, { note: "" }],
  },
  {
    key: "if-null",
    name: "`if` compares with null",
    expression: "event.data.parent == null",
    matches: [{ parent: null }],
    others: [{ parent: "x" }],
  },
];

export const expressions = theme("expressions");

for (const { key, name, expression, matches, others } of forms) {
  expressions.shared(key, name, ({ own, onGo, go, record, records }) => {
    onGo({ triggers: [{ event: own("go"), if: expression }] }, ({ event }) =>
      record(JSON.stringify(event.data)),
    );
    return async () => {
      // The others come first: once the matches have run, they have had their chance.
      for (const data of [...others, ...matches]) await go(data);
      await records({ inAnyOrder: matches.map((data) => JSON.stringify(data)) });
    };
  });
}
