import { inTenant } from "@/db/client";
import { listActionsById } from "@/db/queries/actions/actions";
import { type NoticeRow, listNotices } from "@/db/queries/actions/notices";
import { NOTICES_MAX, type Notices } from "@/lib/contract/actions/notices";
import type { Person } from "@/lib/core/access/principal";
import { staleWords } from "@/lib/core/push/stale-words";
import { isoOf } from "@/lib/core/values/time";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { readableOf, summaryOf } from "@/lib/gateway/read/actions/action-view";
import { sightIn } from "@/lib/gateway/read/actions/sight";

/** Lists actions that this person approved or signed for and that went wrong, without dismissed ones. Newest first. */
export async function readNotices(person: Person, gateway: Gateway = getGateway()): Promise<Notices> {
  const { tenantId, userId } = person;
  const { notices, actions, sight } = await inTenant(gateway.database, tenantId, async (tx) => {
    const rows = await listNotices(tx, tenantId, userId, NOTICES_MAX);
    const ids = [...new Set(rows.map(({ actionId }) => actionId))];
    return {
      notices: rows,
      actions: await listActionsById(tx, tenantId, ids),
      sight: await sightIn(tx, person),
    };
  });
  const now = gateway.clock.now();
  const byId = new Map(
    readableOf(actions, (row) => summaryOf(row, sight, now)).map(({ summary }) => [summary.id, summary]),
  );
  return {
    items: notices.flatMap((notice) => {
      const action = byId.get(notice.actionId);
      return action
        ? [{ kind: notice.kind, at: isoOf(notice.at), why: sight.seesContent ? whyOf(notice) : null, action }]
        : [];
    }),
  };
}

function whyOf({ kind, reason }: NoticeRow): string {
  switch (kind) {
    case "stale":
      return `Nothing was written: ${staleWords(reason ?? "")}.`;
    case "dead":
      return `It gave up${reason ? `: ${reason}` : ", and a person has to look"}`;
    case "mismatch":
      return "It was written, and reads back differently from what was approved.";
    case "partial":
      return `Some of its lines were not written. Held back: ${reason}.`;
    case "delayed":
      return `It is not written yet, an hour after its approval.${reason ? ` The last answer: ${reason}` : ""}`;
  }
}
