import postgres from "postgres";

/**
 * The worst that the app's database role can do against a global switch: one session holds its row, another ends each session
 * that it may and that was not there before. Both come back whenever they are ended. Prints a line once both are at work.
 */
process.on("uncaughtException", () => {});
process.on("unhandledRejection", () => {});

const url = process.argv[2]!;
/** Sessions that are left alone: those from before, and the one that holds. */
const spared: number[] = [];

async function again(work: (session: postgres.Sql) => Promise<unknown>): Promise<void> {
  const session = postgres(url, { max: 1, fetch_types: false, onnotice: () => {} });
  await work(session).catch(() => undefined);
  await session.end({ timeout: 0 });
  return again(work);
}

const hold = (held: () => void) =>
  again((session) =>
    session.begin(async (tx) => {
      const [row] = await tx<{ pid: number }[]>`SELECT pg_backend_pid()::int AS pid`;
      spared.push(row!.pid);
      // Its row stays locked for as long as this is not committed.
      await tx`SELECT flip_global_switch('ns_writes', true, 'a hold', 'Nobody')`;
      held();
      await tx`SELECT pg_sleep(20)`;
    }),
  );

const cut = (cutting: () => void) =>
  again(async (session) => {
    for (;;) {
      const others = await session<{ pid: number }[]>`
        SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
          AND pid <> ALL (string_to_array(${spared.join()}, ',')::int[])`;
      for (const { pid } of others) await session`SELECT pg_terminate_backend(${pid})`.catch(() => undefined);
      cutting();
    }
  });

const look = postgres(url, { max: 1, onnotice: () => {} });
const before = await look<{ pid: number }[]>`SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()`;
await look.end();
spared.push(...before.map(({ pid }) => pid));
await new Promise<void>((held) => void hold(held));
await new Promise<void>((cutting) => void cut(cutting));
console.log("holding and cutting");
