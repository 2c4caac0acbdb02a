import { bootstrapDatabase } from "@/db/bootstrap";
import { openDatabase, openOwner } from "@/db/client";
import { migrateDatabase } from "@/db/migrate";
import { ACTION_TYPE_ROWS } from "@/lib/action-types/registry";
import type { RestletClient } from "@/lib/destinations/netsuite/restlet-client";
import { createDetachedGateway } from "@/lib/gateway/context";

export type OwnDatabase = Awaited<ReturnType<typeof openOwnDatabase>>;

/** A database of this name on the bench's own Postgres, and the verbs on it, for steps that ask nothing of NetSuite. */
export async function openOwnDatabase(superuserUrl: string, name: string) {
  const urls = await bootstrapDatabase(superuserUrl, name, { owner: "owner", app: "app", engine: "engine" });
  await migrateDatabase(urls.owner, ACTION_TYPE_ROWS);
  const owner = openOwner(urls.owner, { poolMax: 2 });
  const database = openDatabase(urls.app, { poolMax: 12 });
  const gateway = createDetachedGateway({ database, netsuite: netsuiteOfNobody() });
  return { urls, owner, gateway, close: () => Promise.all([database.end(), owner.end()]) };
}

/** Refuses whatever is asked. */
export const netsuiteOfNobody = (): RestletClient =>
  new Proxy({} as RestletClient, {
    get: (_, name) =>
      name === "host"
        ? "netsuite.invalid"
        : () => Promise.reject(new Error("these steps ask nothing of NetSuite")),
  });
