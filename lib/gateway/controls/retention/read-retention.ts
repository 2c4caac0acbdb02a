import { type TenantTransaction, inTenant } from "@/db/client";
import { type RunRow, listPeriods, listRuns } from "@/db/queries/controls/retention";
import type { Retention, RetentionRun } from "@/lib/contract/settings/retention";
import type { Person } from "@/lib/core/access/principal";
import {
  FIXED_PERIODS,
  KEPT_FOR_EVER,
  RETENTION_DAYS_MAX,
  RETENTION_KINDS,
  RETENTION_MEANINGS,
} from "@/lib/core/ledger/retention";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { isoOf } from "@/lib/core/values/time";

const runsShownMax = 10;

/** The retention periods, the data kept forever with its reasons, and the results of the last runs. */
export async function readRetention(person: Person, gateway: Gateway = getGateway()): Promise<Retention> {
  return inTenant(gateway.database, person.tenantId, (tx) => retentionIn(tx, person.tenantId));
}

export async function retentionIn(tx: TenantTransaction, tenantId: number): Promise<Retention> {
  const periods = new Map((await listPeriods(tx, tenantId)).map((row) => [row.kind, row]));
  return {
    kinds: RETENTION_KINDS.flatMap((kind) => {
      const period = periods.get(kind);
      if (!period) return [];
      const meaning = RETENTION_MEANINGS[kind];
      return [
        {
          kind,
          title: meaning.title,
          holds: meaning.holds,
          at_end: meaning.atEnd,
          at_end_words: meaning.atEndWords,
          days: period.days,
          days_min: meaning.daysMin,
          days_max: RETENTION_DAYS_MAX,
          days_default: meaning.daysDefault,
          minimum_words: meaning.minimumWords,
          changed_by: period.changedByLabel,
          changed_at: isoOf(period.changedAt),
          reason: period.reason,
        },
      ];
    }),
    kept: KEPT_FOR_EVER.map((entry) => ({ ...entry })),
    fixed: FIXED_PERIODS.map((entry) => ({ ...entry })),
    runs: (await listRuns(tx, tenantId, runsShownMax)).map(runViewOf),
  };
}

export function runViewOf(run: RunRow): RetentionRun {
  return {
    id: run.id,
    started_by: run.startedByLabel,
    started_at: isoOf(run.startedAt)!,
    ended_at: isoOf(run.endedAt),
    counts: run.countsJson,
    complete: run.complete,
  };
}
