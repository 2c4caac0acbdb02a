import postgres from "postgres";
import { bootstrapDatabase } from "@/db/bootstrap";
import { openDatabase, openOwner } from "@/db/client";
import { migrateDatabase } from "@/db/migrate";
import { ACTION_TYPE_ROWS } from "@/lib/action-types/registry";
import { ledgerKeysOf } from "@/lib/core/ledger/checkpoint";
import type { VerifyMode } from "@/lib/core/ledger/verification";
import type { RestletClient } from "@/lib/destinations/netsuite/restlet-client";
import { foundCompany } from "@/lib/gateway/access/found-company";
import { createDetachedGateway } from "@/lib/gateway/context";
import { sealLedger } from "@/lib/gateway/ledger/seal-ledger";
import { verifyLedger } from "@/lib/gateway/ledger/verify/verify-ledger";
import { withOwnPostgres } from "../own-postgres";
import { elapsedMs, report } from "../report";
import { fillLedger } from "./fill-ledger";

const actions = Number(process.env.BENCH_ACTIONS ?? 1_000_000);
const changed = 1_000;
/** The others are pending, which costs a filling of minutes less. */
const appliedShare = 0.25;
const incrementalSecondsMax = 5;

type Counts = { chains: number; events: number } | null;

/**
 * Sealing and verifying a ledger of a million actions (BENCH_ACTIONS: another number), everything and what changed
 * since: a thousand more actions.
 */
export async function benchVerify(): Promise<void> {
  await withOwnPostgres(
    async (url) => {
      const passwords = { owner: "owner", app: "app", engine: "engine" };
      const urls = await bootstrapDatabase(url, "bench", passwords);
      await migrateDatabase(urls.owner, ACTION_TYPE_ROWS);
      const owner = openOwner(urls.owner, { poolMax: 2 });
      const database = openDatabase(urls.app, { poolMax: 4 });
      const company = await foundCompany(owner, { slug: "bench", name: "Bench", foundedBy: "bench" });
      const admin = await company.addPerson({ name: "Ana", role: "admin" });
      const { agent } = await company.addAgent({ name: "bench" });
      const address = new URL(url);
      address.pathname = "/bench";
      const superuser = postgres(address.toString(), { max: 1, onnotice: () => {} });
      const netsuite = {} as RestletClient;
      const ledgerKeys = ledgerKeysOf(Buffer.alloc(32, 1).toString("base64"), undefined);
      const gateway = createDetachedGateway({ database, netsuite, ledgerKeys });
      const filler = {
        tenantId: company.tenantId,
        agentId: agent.agentId,
        userId: admin.userId,
        policyHash: company.policy.hash,
      };

      const rows: { step: string; seconds: string; chains: number; events: number }[] = [];
      const measure = async (step: string, work: () => Promise<Counts>) => {
        let counts: Counts = null;
        const ms = await elapsedMs(async () => {
          counts = await work();
        });
        rows.push({ step, seconds: (ms / 1_000).toFixed(1), chains: 0, events: 0, ...(counts as Counts) });
        console.log(step, (ms / 1_000).toFixed(1), "s");
        return ms / 1_000;
      };
      const verify = (mode: VerifyMode) => async () => {
        const { faults, chains, events } = await verifyLedger(admin, { mode }, gateway);
        if (faults.length > 0) throw new Error(JSON.stringify(faults[0]));
        return { chains, events };
      };
      const sealAll = async () => {
        while ((await sealLedger(gateway)) > 0);
        return null;
      };

      await measure(`fill ${actions} actions`, async () => {
        const applied = Math.round(actions * appliedShare);
        await fillLedger(superuser, filler, { from: 1, to: applied, fate: "applied" });
        await fillLedger(superuser, filler, { from: applied + 1, to: actions, fate: "pending" });
        return null;
      });
      await superuser`VACUUM ANALYZE`;
      await measure("seal all", sealAll);
      await measure("full", verify("full"));
      await fillLedger(superuser, filler, {
        from: actions + 1,
        to: actions + changed,
        fate: "applied",
      });
      await measure("seal what changed", sealAll);
      const incremental = await measure("since_checkpoint", verify("since_checkpoint"));
      await report("verify", {
        rows,
        summary: `${changed} changed of ${actions} actions are verified in ${incremental.toFixed(1)} s (target ≤ ${incrementalSecondsMax})`,
        holds: incremental <= incrementalSecondsMax,
        actions,
      });
      await Promise.all([superuser.end(), owner.end(), database.end()]);
    },
    { shared_buffers: "512MB", max_wal_size: "4GB", fsync: "off" },
  );
}
