import getPort from "get-port";
import { buildApp } from "@/scripts/local/build-app";
import { startAppPart } from "@/scripts/local/parts";
import { readLocalSecrets } from "@/scripts/local/local-state";
import type { BenchCompany } from "../company";

export interface AppClient {
  /** Milliseconds of one approval after the other, a row. */
  oneByOne(work: readonly Pending[]): Promise<number>;
  /** The same rows in one request. */
  inBulk(work: readonly Pending[]): Promise<number>;
  stop(): Promise<void>;
}
interface Pending {
  id: number;
  payloadHash: string;
}

/** The app as it is shipped, built and started on the bench's own database: what a client waits for. */
export async function startApp(company: BenchCompany): Promise<AppClient> {
  buildApp();
  const port = await getPort();
  const url = `http://127.0.0.1:${port}`;
  const app = await startAppPart(
    {
      secrets: await readLocalSecrets(),
      onUnexpectedExit: (message) => {
        throw new Error(message);
      },
    },
    {
      port,
      host: "127.0.0.1",
      env: {
        DATABASE_URL: company.appUrl,
        NEXTAUTH_URL: url,
        NEXTAUTH_SECRET: "bench",
        LOG_LEVEL: "warn",
        // Nothing carries events here: they wait in the outbox, which is what deciding writes.
        INNGEST_EVENT_KEY: "",
        NETSUITE_SIMULATOR_URL: `${url}/none`,
      },
    },
  );
  const post = async (route: string, body: object, outcomesOf: (answer: never) => string[]) => {
    const answer = await fetch(new URL(route, url), {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${company.personalToken}` },
      body: JSON.stringify(body),
    });
    const content = (await answer.json()) as never;
    const lost = answer.ok ? outcomesOf(content).find((outcome) => outcome !== "claimed") : answer.status;
    if (lost !== undefined)
      throw new Error(`a decision ended ${lost}: ${JSON.stringify(content).slice(0, 300)}`);
  };
  return {
    oneByOne: (work) =>
      timed(work.length, async () => {
        for (const { id, payloadHash } of work) {
          const body = { decision: "approve", payload_hash: payloadHash };
          await post(`/api/proposed-actions/${id}/decide`, body, ({ outcome }: { outcome: string }) => [
            outcome,
          ]);
        }
      }),
    inBulk: (work) =>
      timed(work.length, () =>
        post(
          "/api/proposed-actions/bulk-decide",
          {
            decision: "approve",
            items: work.map(({ id, payloadHash }) => ({ id, payload_hash: payloadHash })),
          },
          ({ results }: { results: { outcome: string }[] }) => results.map(({ outcome }) => outcome),
        ),
      ),
    stop: app.stop,
  };
}

async function timed(rows: number, work: () => Promise<void>): Promise<number> {
  const began = process.hrtime.bigint();
  await work();
  return Number(process.hrtime.bigint() - began) / 1e6 / rows;
}
