import type { TenantTransaction } from "@/db/client";
import { listProofsOfRuns } from "@/db/queries/workflows/step-proofs";
import type { SubjectEvidence } from "@/lib/core/ledger/replay/evidence";
import { findSeal } from "./seals/event-seals";
import { isProven } from "./seals/step-proof";

/**
 * Whether the app itself did what the rows of ended runs say. A step is asked for its seal by those that follow it, and nothing follows
 * the last one: whoever holds the database could otherwise have a run succeed whose last request nobody sent.
 */

export interface Unproven {
  runId: number;
  /** `Step pay was not done by Countersign` */
  text: string;
}

const runsAtOnce = 50;

/**
 * Only of runs whose beginning carries a seal under a key that is still known: later seals are under that key or a later one. Whatever is
 * older was found by an earlier verification, and is believed from then on.
 */
export async function findUnproven(
  tx: TenantTransaction,
  tenantId: number,
  subjects: readonly Pick<SubjectEvidence, "id" | "links">[],
): Promise<Unproven[]> {
  const ids = subjects.filter((subject) => isBegunUnderKnownKey(tenantId, subject)).map(({ id }) => id);
  const found: Unproven[] = [];
  for (let start = 0; start < ids.length; start += runsAtOnce)
    for (const proof of await listProofsOfRuns(tx, tenantId, ids.slice(start, start + runsAtOnce))) {
      const { runId, stepId, item } = proof;
      if (isProven({ tenantId, runId }, proof)) continue;
      const name = item === null ? stepId : `${stepId} (item ${item})`;
      found.push({
        runId,
        text: `Step ${name} was not done by Countersign: its seal is missing or does not fit.`,
      });
    }
  return found;
}

const isBegunUnderKnownKey = (tenantId: number, { links }: Pick<SubjectEvidence, "links">): boolean =>
  links.some(({ bodyText }) => {
    const seal = findSeal(tenantId, bodyText);
    return seal === "current" || seal === "previous";
  });
