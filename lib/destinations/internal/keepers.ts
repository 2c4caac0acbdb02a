import type { TenantTransaction } from "@/db/client";
import {
  findDraftByKey,
  findVersionByKey,
  insertDraft,
  insertNextVersion,
} from "@/db/queries/pushes/internal-writes";
import { inOneSpelling } from "@/lib/core/payload/payload";
import type { WriteRequest } from "@/lib/destinations/requests";
import { actionIdOfKey } from "@/lib/core/action/action-key";
import type { RecordRef } from "@/lib/core/push/verdict";

/** One keeper per internal action type: it stores the write in its table and reads it back. */

export interface KeptWrite {
  payloadHash: string;
  record: RecordRef;
  values: Record<string, string | null>;
  /** For whom or what it is kept. */
  target: WriteRequest["target"];
  keptAt: Date;
  /** False: the write of this key did not make it, or not in its turn. */
  made?: boolean;
}

export interface Keeper {
  find(tx: TenantTransaction, tenantId: number, actionKey: string): Promise<KeptWrite | null>;
  /** Stores at most one row per action key, also for repeated and concurrent calls. */
  keep(tx: TenantTransaction, tenantId: number, request: WriteRequest): Promise<void>;
  /** Writes with the same record run one after the other. The stored row has its own id. */
  recordOf(target: WriteRequest["target"]): RecordRef;
}

const emailDraft: Keeper = {
  async find(tx, tenantId, actionKey) {
    const row = await findDraftByKey(tx, tenantId, actionKey);
    return (
      row && {
        payloadHash: row.payloadHash,
        record: { type: "email_draft", id: String(row.id), name: row.subject },
        values: { body: row.body, subject: row.subject, to: row.toText, cc: row.ccText },
        target: { customer: row.customerRef },
        keptAt: row.createdAt,
      }
    );
  },
  async keep(tx, tenantId, request) {
    const value = (field: string) => request.changes.find((change) => change.field === field)?.to ?? null;
    await insertDraft(tx, {
      ...identityOf(tenantId, request),
      customerRef: request.target.customer ?? "",
      toText: value("to") ?? "",
      ccText: value("cc"),
      subject: value("subject") ?? "",
      body: value("body") ?? "",
    });
  },
  recordOf: ({ customer }) => ({
    type: "email_draft",
    id: inOneSpelling(customer ?? ""),
    name: customer ?? null,
  }),
};

const cacheInvalidation: Keeper = {
  async find(tx, tenantId, actionKey) {
    const row = await findVersionByKey(tx, tenantId, actionKey);
    return (
      row && {
        payloadHash: row.payloadHash,
        record: { type: "cache", id: `${row.name}@${row.version}`, name: row.name },
        values: { version_step: "1" },
        target: { cache: row.name },
        keptAt: new Date(row.createdAt),
        made: row.made,
      }
    );
  },
  async keep(tx, tenantId, request) {
    await insertNextVersion(tx, { ...identityOf(tenantId, request), name: request.target.cache ?? "" });
  },
  recordOf: ({ cache }) => ({ type: "cache", id: cache ?? "", name: cache ?? null }),
};

const keepers: Record<string, Keeper> = { email_draft: emailDraft, cache_invalidation: cacheInvalidation };

export function keeperOf(actionType: string): Keeper | null {
  return Object.hasOwn(keepers, actionType) ? keepers[actionType]! : null;
}

function identityOf(tenantId: number, { action_key, payload_hash }: WriteRequest) {
  return {
    tenantId,
    actionId: actionIdOfKey(action_key),
    actionKey: action_key,
    payloadHash: payload_hash,
  };
}
