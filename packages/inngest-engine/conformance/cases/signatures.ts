import { expect } from "vitest";
import { appAnswer, callApp, signatureFor } from "../app";
import type { Case, Theme } from "../case";

const minuteMs = 60_000;

/** A call as an engine makes it, for a run that nobody started. */
function callBody(name: string): Record<string, unknown> {
  const event = { name, data: {}, id: "forged", ts: Date.now() };
  return {
    version: 2,
    use_api: false,
    event,
    events: [event],
    steps: {},
    ctx: {
      run_id: "01ARZ3NDEKTSV4RRFFQ69G5FAV",
      attempt: 0,
      max_attempts: 1,
      disable_immediate_execution: false,
      use_api: false,
      stack: { stack: [], current: 0 },
    },
  };
}

const cases: Case[] = [
  {
    key: "signed-calls",
    name: "the app takes a call only with a fresh signature over this very body: missing, wrong and old are 401",
    place: "shared",
    modes: ["signed"],
    play: ({ own, onGo }) => {
      let ran = 0;
      return {
        functions: [
          onGo(() => {
            ran += 1;
            return "ran";
          }),
        ],
        see: async (scene) => {
          const body = callBody(own("go"));
          const query = `?fnId=${scene.client.id}-${own("f")}&stepId=step`;
          const call = async (signature?: string) =>
            (await callApp(scene.app, { method: "POST", query, body, signature })).status;
          expect(await call()).toBe(401);
          expect(await call("t=1&s=00")).toBe(401);
          expect(await call(signatureFor(body, { key: "signkey-test-00ff" }))).toBe(401);
          expect(await call(signatureFor({ ...body, use_api: true }))).toBe(401);
          expect(await call(signatureFor(body, { atMs: Date.now() - 6 * minuteMs }))).toBe(401);
          expect(ran).toBe(0);
          expect(await call(signatureFor(body))).toBe(200);
          expect(ran).toBe(1);
        },
      };
    },
  },
  {
    key: "signed-sync",
    name: "the app tells what it serves to a signed sync only: an unsigned one is refused with 401",
    place: "shared",
    modes: ["signed"],
    play: () => ({
      functions: [],
      see: async (scene) => {
        const body = { url: scene.app.url };
        const headers = { "x-inngest-sync-kind": "in_band" };
        const unsigned = await callApp(scene.app, { method: "PUT", headers, body });
        expect(unsigned.status).toBe(401);
        expect(unsigned.body).not.toContain("signed-sync");
        const old = signatureFor(body, { atMs: Date.now() - 6 * minuteMs });
        expect((await callApp(scene.app, { method: "PUT", headers, body, signature: old })).status).toBe(401);
        expect(
          (await callApp(scene.app, { method: "PUT", headers, body, signature: signatureFor(body) })).status,
        ).toBe(200);
      },
    }),
  },
  {
    key: "unsigned-answer",
    name: "an answer that the app did not sign, or not with this body, is not believed: the call is made again",
    place: "clock",
    modes: ["signed"],
    notReal: "believes an answer that came back on its own connection",
    play: ({ own, onGo }) => {
      let ran = 0;
      return {
        functions: [
          onGo(() => {
            ran += 1;
            return "from the app";
          }),
        ],
        see: async (scene) => {
          const honest = appAnswer("signed", { status: 200, body: "from somebody else" });
          const forged = [
            appAnswer("plain", { status: 200, body: "from somebody else" }),
            honest && { ...honest, body: '"changed on the way"' },
          ];
          scene.app.onRequest(({ functionId }) =>
            functionId?.endsWith(own("f")) ? (forged.shift() ?? null) : null,
          );
          const id = await scene.send({ name: own("go") });
          const run = await scene.until("the run to end", async () => {
            scene.pass(1_000);
            return (await scene.runs(id)).find(({ status }) => status !== "Running");
          });
          expect(run).toMatchObject({ status: "Completed", output: "from the app" });
          expect([ran, forged]).toEqual([1, []]);
        },
      };
    },
  },
];

export const signatures: Theme = { title: "signatures", cases };
