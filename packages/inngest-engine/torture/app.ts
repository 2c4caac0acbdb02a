import http from "node:http";
import { Inngest } from "inngest";
import { serve } from "inngest/node";
import type postgres from "postgres";
import { clientOptions } from "../testing/keys";
import type { AppMoment } from "./messages";

export const workEvent = "torture/work";
const stepMs = 4;

interface Options {
  sql: postgres.Sql;
  engineUrl: string;
  fetch?: typeof globalThis.fetch;
  /** Called wherever this process may be killed. */
  at: (moment: AppMoment) => void;
}

/** An app of the real SDK that notes every execution of a step in a row before it does anything else. */
export function createTortureApp({ sql, engineUrl, fetch, at }: Options): http.Server {
  const client = new Inngest({
    id: "torture",
    baseUrl: engineUrl,
    ...(fetch ? { fetch } : {}),
    ...clientOptions,
  });
  const work = client.createFunction(
    // No attempt is to spare: whatever a loss costs, it must not be one.
    { id: "work", retries: 0, triggers: [{ event: workEvent }] },
    async ({ event, step, runId }) => {
      const execute = (name: string) =>
        step.run(name, async () => {
          await sql`insert into torture.executions (run_id, step) values (${runId}, ${name})`;
          at("in_step");
          await new Promise((resolve) => setTimeout(resolve, stepMs));
          return name;
        });
      const first = await execute("first");
      at("between_steps");
      const both = await Promise.all([execute("left"), execute("right")]);
      at("between_steps");
      const last = await execute("last");
      return { n: Number(event.data.n), steps: [first, ...both, last] };
    },
  );
  const server = http.createServer(serve({ client, functions: [work], enableUnauthedSync: false }));
  // Nothing closes an idle connection just as the engine takes it for the next call.
  server.keepAliveTimeout = 0;
  return server;
}
