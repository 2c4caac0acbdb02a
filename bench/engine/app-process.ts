import http from "node:http";
import type { AddressInfo } from "node:net";
import { quietLogger } from "@countersign/inngest-engine/testing";
import { Inngest } from "inngest";
import { serve } from "inngest/node";
import type { AppMessage } from "./processes";

/** An app as people write one, in a process of its own; it tells its parent when bodies run. */
const tell = (message: AppMessage): void => void process.send?.(message);

const client = new Inngest({ id: "bench", logger: quietLogger });
let bodies = 0;
let awaited = Number.POSITIVE_INFINITY;

/** A body that is timed says when it ran, by the clock that all processes of a machine share; others are counted. */
function noteBody(data: Record<string, unknown>): void {
  if (typeof data.mark === "string") {
    tell({ kind: "body", mark: data.mark, atNs: String(process.hrtime.bigint()) });
  }
  bodies += 1;
  if (bodies === awaited) tell({ kind: "reached" });
}

process.on("message", (message: { awaitBodies: number }) => {
  bodies = 0;
  awaited = message.awaitBodies;
  tell({ kind: "counting" });
});

const functions = [
  client.createFunction({ id: "plain", retries: 0, triggers: [{ event: "bench/plain" }] }, ({ event }) => {
    noteBody(event.data);
    return { ok: true };
  }),
  client.createFunction(
    { id: "three", retries: 0, triggers: [{ event: "bench/three" }] },
    async ({ event, step }) => {
      for (const name of ["first", "second", "third"]) await step.run(name, () => ({ name }));
      noteBody(event.data);
    },
  ),
  client.createFunction(
    { id: "behind-a-limit", retries: 0, concurrency: 1, triggers: [{ event: "bench/behind-a-limit" }] },
    // The one run that has the place keeps it.
    () => new Promise<void>(() => {}),
  ),
];

const server = http.createServer(serve({ client, functions, enableUnauthedSync: false }));
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  tell({ kind: "listening", url: `http://127.0.0.1:${port}/api/inngest` });
});
