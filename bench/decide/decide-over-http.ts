import getPort from "get-port";
import { buildApp } from "@/scripts/local/build-app";
import { startAppPart } from "@/scripts/local/parts";
import { readLocalSecrets } from "@/scripts/local/local-state";
import type { BenchCompany, Pending } from "../company";
import { elapsedMs } from "../report";

/** The app as it is shipped, built and started on the bench's own database: what a client waits for. */
export async function startApp(company: BenchCompany) {
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
  const post = async (route: string, body: object, decisionsOf: (answer: never) => Decided[]) => {
    const answer = await fetch(new URL(route, url), {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${company.personalToken}` },
      body: JSON.stringify(body),
    });
    const content = (await answer.json()) as never;
    const lost = answer.ok
      ? decisionsOf(content).find(({ outcome }) => outcome !== "claimed")?.outcome
      : answer.status;
    if (lost !== undefined)
      throw new Error(`a decision ended ${lost}: ${JSON.stringify(content).slice(0, 300)}`);
  };
  const decideOne = ({ id, payload_hash }: Pending) => {
    const body = { decision: "approve", payload_hash };
    return post(`/api/proposed-actions/${id}/decide`, body, (decided: Decided) => [decided]);
  };
  return {
    url,
    pid: app.pid,
    /** Milliseconds of one approval after the other, a row. */
    oneByOne: (work: readonly Pending[]): Promise<number> =>
      msPerRow(work, async () => {
        for (const one of work) await decideOne(one);
      }),
    /** The same by so many clients at a time, a row. */
    manyAtOnce: (work: readonly Pending[], clients: number): Promise<number> =>
      msPerRow(work, async () => {
        const queue = work.values();
        const client = async () => {
          for (const one of queue) await decideOne(one);
        };
        await Promise.all(Array.from({ length: clients }, client));
      }),
    /** The same rows in one request. */
    inBulk: (work: readonly Pending[]): Promise<number> =>
      msPerRow(work, () => {
        const body = { decision: "approve", items: work };
        return post(
          "/api/proposed-actions/bulk-decide",
          body,
          (answer: { results: Decided[] }) => answer.results,
        );
      }),
    stop: app.stop,
  };
}

interface Decided {
  outcome: string;
}

async function msPerRow(rows: readonly Pending[], work: () => Promise<void>): Promise<number> {
  return (await elapsedMs(work)) / rows.length;
}
