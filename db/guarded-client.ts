import type postgres from "postgres";

type Client = postgres.Sql<{ bigint: number }>;
type Scope = postgres.TransactionSql<{ bigint: number }>;

/**
 * The client as Drizzle gets it. The database may cut a transaction that stands still (db/role-settings.ts), and its process may
 * go on later without having heard of that. The driver would then send the next statement, or the ROLLBACK, over a connection
 * that is gone, or over its successor, where it stands outside the transaction or inside another. Here nothing of a
 * transaction is sent once its connection has ended.
 */
export function guardTransactions(client: Client, { prepares = false } = {}): Client {
  const begin = (work: (scope: Scope) => Promise<unknown>) => {
    let cut: { fault: unknown } | null = null;
    const transaction = client.begin(async (scope) => {
      const ended = await work(guarded(scope, { cutOf: () => cut, prepares })).then(
        (value) => () => value,
        (error: unknown) => () => {
          throw error;
        },
      );
      // The end of the connection is reported within this turn of the event loop. Neither COMMIT nor ROLLBACK is sent then.
      await new Promise((resolve) => setImmediate(resolve));
      if (cut) return new Promise<never>(() => {});
      return ended();
    });
    return transaction.catch((fault: unknown) => {
      cut = { fault };
      throw fault;
    });
  };
  return new Proxy(client, {
    get: (target, name) => (name === "begin" ? begin : Reflect.get(target, name, target)),
  });
}

interface Guard {
  cutOf: () => { fault: unknown } | null;
  prepares: boolean;
}

/** Drizzle sends everything by `unsafe`, and asks there for no preparation. */
function guarded(scope: Scope, { cutOf, prepares }: Guard): Scope {
  const unsafe = (...[text, values, options]: Parameters<Scope["unsafe"]>) => {
    const cut = cutOf();
    if (cut) return refused(cut.fault);
    if (!prepares) return scope.unsafe(text, values, options);
    const query = scope.unsafe(text, values, { prepare: true });
    // At once and not when it is awaited, so that statements go out in the order in which they were called.
    void query.execute();
    return query;
  };
  return new Proxy(scope, {
    get: (target, name) => (name === "unsafe" ? unsafe : Reflect.get(target, name, target)),
  });
}

/** In the shape that Drizzle awaits, as rows or as arrays of values. */
function refused(fault: unknown) {
  const answer = Promise.reject<never>(fault);
  return Object.assign(answer, { values: () => answer });
}
