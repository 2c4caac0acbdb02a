import postgres from "postgres";
import { bootstrapDatabase } from "@/db/bootstrap";
import { openDatabase, openOwner } from "@/db/client";
import { migrateDatabase } from "@/db/migrate";
import { ACTION_TYPE_ROWS } from "@/lib/action-types/registry";
import type { RestletClient } from "@/lib/destinations/netsuite/restlet-client";
import { foundCompany } from "@/lib/gateway/access/found-company";
import { createDetachedGateway } from "@/lib/gateway/context";
import { countFigures } from "@/lib/gateway/controls/count-figures";
import { withOwnPostgres } from "../own-postgres";
import { median, percentile, report } from "../report";
import { type Size, fillLists } from "./fill-lists";
import { type Reading, questionsOf } from "./questions";

const large: Size = { actions: Number(process.env.BENCH_ACTIONS ?? 1_000_000), pending: 10_000 };
const small: Size = { actions: 1_000, pending: 500 };
const rounds = Number(process.env.BENCH_ROUNDS ?? 30);
const targetMs = 300;
const growthMax = 1.5;
const depthMax = 1.3;
/**
 * A difference below this is none. One reading makes four to twelve round trips, and each of them varies by a quarter of
 * a millisecond between two runs of the same statement over the same rows.
 */
const noiseMs = 2;

/**
 * Lists, searches, counts, dashboard and metrics over a million actions (BENCH_ACTIONS: another number), of which ten
 * thousand wait, beside the same over a thousand: each through its verb, as the app's role under row-level security.
 */
export async function benchLists(): Promise<void> {
  await withOwnPostgres(
    async (url) => {
      const sides = [await openSide(url, "small", small), await openSide(url, "large", large)] as const;
      const [few, many] = sides;
      const rows: Measured[] = [];
      for (const [index, name] of few.questions.map((asked) => asked.name).entries()) {
        const times: [number[], number[]] = [[], []];
        for (let round = -2; round < rounds; round += 1)
          for (const side of [0, 1] as const) {
            const ms = await elapsedOf(sides[side].questions[index]!);
            if (round >= 0) times[side].push(ms);
          }
        rows.push(measuredOf(name, times));
        console.log(name, rows.at(-1));
      }
      const missed = rows.filter(({ holds }) => !holds);
      await report("lists", {
        rows,
        summary: `${rows.length - missed.length} of ${rows.length} readings of ${large.actions} actions keep under ${targetMs} ms and within ${growthMax} of the same over ${small.actions}, the deepest pages within ${depthMax} of the first`,
        holds: missed.length === 0,
        sizes: { large, small },
        rounds,
        noiseMs,
      });
      await Promise.all([few, many].map(({ close }) => close()));
    },
    { shared_buffers: "1GB", max_wal_size: "8GB", fsync: "off" },
  );
}

interface Measured {
  reading: string;
  small_p50: number;
  large_p50: number;
  large_p95: number;
  growth: number;
  holds: boolean;
}

const isWithin = (ms: number, ofMs: number, timesMax: number) =>
  ms <= ofMs * timesMax || ms - ofMs <= noiseMs;

/** `deepest …` is compared with the first page of the same list in the same database, all else with the small one. */
function measuredOf(reading: string, [few, many]: [number[], number[]]): Measured {
  const [smallMs, largeMs, p95] = [median(few), median(many), percentile(many, 0.95)];
  const round = (value: number) => Number(value.toFixed(2));
  return {
    reading,
    small_p50: round(smallMs),
    large_p50: round(largeMs),
    large_p95: round(p95),
    growth: round(largeMs / smallMs),
    holds: p95 < targetMs && isWithin(largeMs, smallMs, reading.startsWith("deepest") ? depthMax : growthMax),
  };
}

async function elapsedOf({ name, ask, atLeast }: Reading): Promise<number> {
  const began = process.hrtime.bigint();
  const found = await ask();
  const ms = Number(process.hrtime.bigint() - began) / 1e6;
  if (found < atLeast) throw new Error(`${name} found ${found}, not ${atLeast}`);
  return ms;
}

export async function openSide(url: string, name: string, size: Size) {
  const urls = await bootstrapDatabase(url, name, { owner: "owner", app: "app", engine: "engine" });
  await migrateDatabase(urls.owner, ACTION_TYPE_ROWS);
  const owner = openOwner(urls.owner, { poolMax: 1 });
  const database = openDatabase(urls.app, { poolMax: 4 });
  const company = await foundCompany(owner, { slug: "bench", name: "Bench", foundedBy: "bench" });
  const person = await company.addPerson({ name: "Ana", role: "approver" });
  const agentIds: number[] = [];
  for (const agent of ["pricing", "credit", "stock"])
    agentIds.push((await company.addAgent({ name: agent })).agent.agentId);
  const address = new URL(url);
  address.pathname = `/${name}`;
  const superuser = postgres(address.toString(), { max: 1, onnotice: () => {} });
  const began = Date.now();
  const { tenantId } = company;
  await fillLists(
    superuser,
    { tenantId, agentIds, userId: person.userId, policyHash: company.policy.hash },
    size,
  );
  const gateway = createDetachedGateway({ database, netsuite: {} as RestletClient });
  await countFigures(gateway);
  console.log(`filled ${name}: ${size.actions} actions in ${((Date.now() - began) / 1_000).toFixed(0)} s`);
  const [last] = await superuser<{ key: string; id: string }[]>`
    SELECT expires_at::text AS key, id FROM proposed_actions WHERE status = 'pending'
    ORDER BY expires_at DESC, id DESC OFFSET 50 LIMIT 1`;
  const deepest = { key: last!.key, id: Number(last!.id) };
  const [firstEnded] = await superuser<{ key: string; id: string }[]>`
    SELECT coalesce(applied_at, ended_at, decided_at, created_at)::text AS key, id FROM proposed_actions
    WHERE status NOT IN ('pending', 'approved') ORDER BY coalesce(applied_at, ended_at, decided_at, created_at), id
    OFFSET 50 LIMIT 1`;
  const deepestEnded = { key: firstEnded!.key, id: Number(firstEnded!.id) };
  return {
    questions: questionsOf({ gateway, person, size, deepest, deepestEnded }),
    close: () => Promise.all([superuser.end(), owner.end(), database.end()]),
  };
}
