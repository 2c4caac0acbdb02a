import { setMaxListeners } from "node:events";
import { connectApp } from "../src/app/app-call";
import { callFunction } from "../src/app/step-call";
import { callsInFlightMax } from "../src/limits";
import { firstJob } from "../src/routing/intake";
import type { Job } from "../src/store/jobs";

/** The calls an engine makes, signed and verified by the same code over the same kind of connection, without an engine. */
export function bareCaller(
  appUrl: string,
  signingKey: string,
): { call: () => Promise<void>; close: () => void } {
  const app = connectApp({ url: appUrl, signingKey });
  const { signal } = new AbortController();
  setMaxListeners(callsInFlightMax + 2, signal);
  let calls = 0;
  return {
    call: async () => {
      calls += 1;
      const answer = await callFunction(app, {
        job: bareJob(calls),
        steps: [],
        checkpointing: true,
        signal,
        onSent: () => {},
      });
      if (answer.kind !== "ops") throw new Error(`a bare call was answered with ${answer.kind}`);
    },
    close: () => app.close(),
  };
}

function bareJob(at: number): Job {
  const event = { data: { at }, id: `bare-${at}`, name: "bench/plain", ts: 1_700_000_000_000 };
  const run = { id: `bare-${at}`, functionId: "bench-plain", attemptsMax: 1, limitKeys: [] };
  return firstJob(String(at), run, JSON.stringify(event));
}
