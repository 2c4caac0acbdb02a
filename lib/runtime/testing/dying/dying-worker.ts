import { type SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { type Database, openDatabase } from "@/db/client";
import { systemClock } from "@/lib/clock";
import { createRestletClient } from "@/lib/destinations/netsuite/restlet-client";
import { createDetachedGateway } from "@/lib/gateway/context";
import { createSender } from "@/lib/outbound";
import { LEASE_SECONDS } from "@/lib/core/run/run";
import { work } from "@/lib/runtime/work/work";
import { DYING_POINTS } from "./points";

/** A worker in a process of its own, which kills itself at the point that it is given. */
export interface DyingOptions {
  databaseUrl: string;
  simulatorUrl: string;
  account: string;
  credentials: { consumerKey: string; consumerSecret: string; tokenId: string; tokenSecret: string };
  openAddresses: { host: string; port: number }[];
  /** By its name. Null: the test kills it. */
  point: string | null;
  leaseSeconds?: number;
  /** Steps at once. */
  parallel?: number;
}

const options = JSON.parse(process.argv[2]!) as DyingOptions;
const point = options.point === null ? null : DYING_POINTS[options.point]!;
const dialect = new PgDialect();

/** Nothing runs after it, not even what the event loop holds. */
const die = () => process.kill(process.pid, "SIGKILL");

let toLiveThrough = point?.skipped ?? 0;

async function watched<T>(text: string, run: () => Promise<T>): Promise<T> {
  const isCurrentPlace = point !== null && text.includes(point.statement) && toLiveThrough-- <= 0;
  if (isCurrentPlace && point.when === "before") die();
  const result = await run();
  if (isCurrentPlace && point.when === "after") die();
  return result;
}

type Transaction = Parameters<Parameters<Database["orm"]["transaction"]>[0]>[0];

/** The connections, with an eye on every statement. */
function watch(database: Database): Database {
  const sql = new Proxy(database.sql, {
    apply: (target, self, args: [TemplateStringsArray, ...unknown[]]) =>
      watched(args[0].join(" "), () => Reflect.apply(target, self, args) as Promise<unknown>),
  });
  return { ...database, sql, orm: watchOrm(database.orm), prepared: watchOrm(database.prepared) };
}

function watchOrm(orm: Database["orm"]): Database["orm"] {
  const transaction: Database["orm"]["transaction"] = async (perform, settings) => {
    let commits = false;
    const result = await orm.transaction((tx) => {
      // Without a promise of its own around it: prepared statements go out in the order in which they are called.
      const execute = (statement: SQL) => {
        const { sql: text } = dialect.sqlToQuery(statement);
        commits ||= point?.when === "committed" && text.includes(point.statement);
        return watched(text, () => tx.execute(statement) as unknown as Promise<unknown>);
      };
      return perform(
        new Proxy(tx, {
          get: (target, name) => (name === "execute" ? execute : (Reflect.get(target, name) as unknown)),
        }) as Transaction,
      );
    }, settings);
    if (commits) die();
    return result;
  };
  return new Proxy(orm, {
    get: (target, name) => (name === "transaction" ? transaction : (Reflect.get(target, name) as unknown)),
  });
}

const gateway = createDetachedGateway({
  database: watch(openDatabase(options.databaseUrl, { poolMax: 4 })),
  netsuite: createRestletClient({
    account: options.account,
    baseUrl: options.simulatorUrl,
    credentials: options.credentials,
    timeoutMs: 5_000,
    maxConcurrency: 2,
    clock: systemClock,
  }),
  sender: createSender({ ownUrls: [], openAddresses: options.openAddresses, clock: systemClock }),
});
const { leaseSeconds = LEASE_SECONDS, parallel = 8 } = options;
await work({ parallel, forMs: 60_000, patienceMs: 0, leaseSeconds }, gateway);
process.exit(0);
