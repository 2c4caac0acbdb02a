import { expect } from "vitest";
import { keys } from "../app";
import type { Case, Theme } from "../case";

const eventBytesMax = 512 * 1024;

const malformed: [string, string][] = [
  ["no JSON", "{"],
  ["a number", "42"],
  ["an event without a name", JSON.stringify({ data: {} })],
  ["an empty name", JSON.stringify({ name: "", data: {} })],
  ["data that is text", JSON.stringify({ name: "malformed/x", data: "text" })],
  ["a number beyond all numbers", '{"name":"malformed/x","data":{"n":1e999}}'],
  ["a name that is reserved", JSON.stringify({ name: "inngest/function.failed", data: {} })],
  ["ten thousand levels", `{"name":"malformed/x","data":${'{"a":'.repeat(10_000)}1${"}".repeat(10_001)}`],
];
const malformedList: [string, string][] = [
  ["a list with one bad event", JSON.stringify([{ name: "malformed/x", data: {} }, { data: {} }])],
];
/** Events that could not be signed when the app is called. */
const unsignable: [string, string][] = [
  ["half a character", String.raw`{"name":"malformed/x","data":{"text":"\ud800"}}`],
  ["NUL in a name", JSON.stringify({ name: "malformed/\u0000", data: {} })],
];

const refused = (key: string, name: string, bodies: [string, string][], notReal?: string): Case => ({
  key,
  name,
  place: "shared",
  notReal,
  play: ({ client, own }) => {
    const ran: unknown[] = [];
    return {
      functions: [
        client.createFunction(
          { id: own("f"), retries: 0, triggers: [{ event: "malformed/*" }] },
          ({ event }) => void ran.push(event),
        ),
      ],
      see: async (scene) => {
        for (const [what, body] of bodies) {
          const { status, body: answer } = await scene.request("POST", `/e/${keys.event}`, { body });
          expect([what, status]).toEqual([what, 400]);
          if (!scene.isReal) expect(answer).toMatchObject({ ids: [], error: expect.any(String) as string });
        }
        await scene.routed();
        expect(ran).toEqual([]);
      },
    };
  },
});

export const taking: Theme = {
  title: "taking events",
  cases: [
    {
      key: "one-or-many",
      name: "one event or a list of them is taken, each gets an id, in order",
      place: "shared",
      play: ({ own, onGo }) => {
        const heard = new Map<unknown, unknown>();
        return {
          functions: [onGo(({ event }) => void heard.set(event.data.n, event.id))],
          see: async (scene) => {
            const one = await scene.request("POST", `/e/${keys.event}`, {
              body: { name: own("go"), data: { n: 0 } },
            });
            const list = await scene.request("POST", `/e/${keys.event}`, {
              body: [1, 2, 3].map((n) => ({ name: own("go"), data: { n } })),
            });
            expect([one.status, list.status]).toEqual([200, 200]);
            await scene.until("all events", () => heard.size === 4);
            const ids = [...(one.body.ids as string[]), ...(list.body.ids as string[])];
            expect(ids).toEqual([0, 1, 2, 3].map((n) => heard.get(n)));
          },
        };
      },
    },
    refused("malformed", "a malformed event is refused with 400 and starts nothing", malformed),
    refused(
      "malformed-list",
      "a list with one malformed event is refused with 400, and starts nothing",
      malformedList,
      "takes the other events of such a list",
    ),
    refused(
      "unsignable",
      "an event that cannot be signed is refused with 400",
      unsignable,
      "takes such events, and loses or mends them later",
    ),
    {
      key: "no-user",
      name: "an event that was sent without a user has an empty one",
      place: "shared",
      play: ({ own, onGo }) => ({
        functions: [onGo(({ event }) => ({ user: "user" in event ? event.user : undefined }))],
        see: async (scene) => {
          const run = await scene.ended(await scene.send({ name: own("go") }));
          expect(run).toMatchObject({ status: "Completed", output: { user: {} } });
        },
      }),
    },
    {
      key: "too-large",
      name: "a request over 512 kB is refused with 413, and one just below it arrives whole",
      place: "shared",
      notReal: "has limits of its own, by plan",
      play: ({ own, onGo }) => {
        const sizes: number[] = [];
        return {
          functions: [onGo(({ event }) => void sizes.push(String(event.data.text).length))],
          see: async (scene) => {
            const body = (length: number) => ({ name: own("go"), data: { text: "x".repeat(length) } });
            const over = await scene.request("POST", `/e/${keys.event}`, { body: body(eventBytesMax) });
            expect(over).toMatchObject({
              status: 413,
              body: { error: expect.stringContaining("524288") as string },
            });
            const room = eventBytesMax - JSON.stringify(body(0)).length;
            const below = await scene.request("POST", `/e/${keys.event}`, { body: body(room) });
            expect(below.status).toBe(200);
            await scene.until("the event", () => sizes.length > 0);
            expect(sizes).toEqual([room]);
          },
        };
      },
    },
    {
      key: "event-key",
      name: "an event under an unknown key is refused with 401 and starts nothing",
      place: "shared",
      modes: ["signed"],
      play: ({ own, onGo }) => {
        let ran = 0;
        return {
          functions: [onGo(() => void (ran += 1))],
          see: async (scene) => {
            for (const key of ["wrong", `${keys.event}x`, keys.event.slice(0, -1)]) {
              const { status } = await scene.request("POST", `/e/${key}`, {
                body: { name: own("go"), data: {} },
              });
              expect(status).toBe(401);
            }
            await scene.routed();
            expect(ran).toBe(0);
          },
        };
      },
    },
    {
      key: "odd-text",
      name: "NUL, line separators and emoji in an event and in a step's result arrive unchanged",
      place: "shared",
      play: ({ own, onGo }) => {
        const text = 'a\u0000b\u2028c\u{1F600}"\\';
        return {
          functions: [
            onGo(async ({ event, step }) => {
              const kept = await step.run("\u0000keep\u0000", () => event.data.text as string);
              return await step.run("again", () => ({ kept, [kept]: true }));
            }),
          ],
          see: async (scene) => {
            const run = await scene.ended(await scene.send({ name: own("go"), data: { text } }));
            expect(run).toMatchObject({ status: "Completed", output: { kept: text, [text]: true } });
          },
        };
      },
    },
  ],
};
