import { expect } from "vitest";
import { appAnswer, callApp, signatureFor } from "../app";
import { minuteMs, theme } from "../case";

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

export const signatures = theme("signatures");

signatures.shared(
  "signed-calls",
  "the app takes a call only with a fresh signature over this very body: missing, wrong and old are 401",
  { modes: ["signed"] },
  ({ app, own, functionId, onGo, record, history }) => {
    onGo(() => record("ran", "ran"));
    return async () => {
      const body = callBody(own("go"));
      const query = `?fnId=${functionId}&stepId=step`;
      for (const [signature, status] of [
        [undefined, 401],
        ["t=1&s=00", 401],
        [signatureFor(body, { key: "signkey-test-00ff" }), 401],
        [signatureFor({ ...body, use_api: true }), 401],
        [signatureFor(body, { atMs: Date.now() - 6 * minuteMs }), 401],
        [signatureFor(body), 200],
      ] as const) {
        const answer = await callApp(app, { method: "POST", query, body, signature });
        expect([signature, answer.status]).toEqual([signature, status]);
        expect(history).toEqual(status === 200 ? ["ran"] : []);
      }
    };
  },
);

signatures.shared(
  "signed-sync",
  "the app tells what it serves to a signed sync only: an unsigned one is refused with 401",
  { modes: ["signed"] },
  ({ app }) =>
    async () => {
      const body = { url: app.url };
      const headers = { "x-inngest-sync-kind": "in_band" };
      const sync = (signature?: string) => callApp(app, { method: "PUT", headers, body, signature });
      const unsigned = await sync();
      expect(unsigned.status).toBe(401);
      expect(unsigned.body).not.toContain("signed-sync");
      const old = signatureFor(body, { atMs: Date.now() - 6 * minuteMs });
      expect((await sync(old)).status).toBe(401);
      expect((await sync(signatureFor(body))).status).toBe(200);
    },
);

signatures.clock(
  "unsigned-answer",
  "an answer that the app did not sign, or not with this body, is not believed: the call is made again",
  { modes: ["signed"], notReal: "believes an answer that came back on its own connection" },
  ({ onGo, go, record, history, answerInstead, endsPassing }) => {
    onGo(() => record("ran", "from the app"));
    return async () => {
      const honest = appAnswer("signed", { status: 200, body: "from somebody else" });
      const forged = [
        appAnswer("plain", { status: 200, body: "from somebody else" }),
        honest && { ...honest, body: '"changed on the way"' },
      ];
      answerInstead(forged);
      const run = await endsPassing(await go(), 1_000);
      expect(run).toMatchObject({ status: "Completed", output: "from the app" });
      expect([history, forged]).toEqual([["ran"], []]);
    };
  },
);
