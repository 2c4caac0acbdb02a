import { inTenant } from "@/db/client";
import { type EmailDraftRow, findDraft, listDrafts, markDraft } from "@/db/queries/pushes/internal-writes";
import { appendEvent, byPerson } from "@/db/queries/ledger/events";
import type { DraftsQuery, EmailDraft, EmailDraftList } from "@/lib/contract/actions/drafts-and-caches";
import { AppError } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import { afterCommit } from "@/lib/gateway/after-commit";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { sightIn } from "@/lib/gateway/read/actions/sight";
import { pageOf } from "@/lib/core/values/page";
import { isoOf } from "@/lib/core/values/time";

/** Newest first. */
export async function readEmailDrafts(
  person: Person,
  query: DraftsQuery,
  gateway: Gateway = getGateway(),
): Promise<EmailDraftList> {
  const { rows, sight } = await inTenant(gateway.database, person.tenantId, async (tx) => ({
    sight: await sightIn(tx, person),
    rows: await listDrafts(tx, person.tenantId, {
      status: query.status ?? null,
      beforeId: query.cursor ?? null,
      limit: query.limit + 1,
    }),
  }));
  const { page, next_cursor } = pageOf(rows, query.limit, ({ id }) => id);
  const items = page.map(draftOf);
  return { items: sight.seesContent ? items : items.map(withoutText), next_cursor };
}

/**
 * Records that a person used a draft or discarded it; a second time changes nothing. Its text never changes, and nothing is sent.
 * @throws AppError not_allowed 403; not_found 404.
 */
export async function markEmailDraft(
  person: Person,
  change: { id: number; status: EmailDraft["status"] },
  gateway: Gateway = getGateway(),
): Promise<EmailDraft> {
  requireRole(person, "approver", "Marking a draft");
  const { tenantId, name } = person;
  const row = await inTenant(gateway.database, tenantId, async (tx) => {
    const marked = await markDraft(tx, tenantId, change.id, { status: change.status, byLabel: name });
    if (!marked) return findDraft(tx, tenantId, change.id);
    await appendEvent(tx, {
      ...byPerson(person),
      actionId: marked.actionId,
      type: "draft.marked",
      details: { draft_id: marked.id, status: marked.status },
    });
    return marked;
  });
  if (!row) throw new AppError("not_found", "There is no such draft.");
  afterCommit(gateway, tenantId);
  return draftOf(row);
}

const withoutText = (draft: EmailDraft): EmailDraft => ({
  ...draft,
  redacted: true,
  customer: null,
  to: null,
  cc: null,
  subject: null,
  body: null,
});

function draftOf(row: EmailDraftRow): EmailDraft {
  return {
    id: row.id,
    action_id: row.actionId,
    redacted: false,
    customer: row.customerRef,
    to: row.toText,
    cc: row.ccText,
    subject: row.subject,
    body: row.body,
    status: row.status,
    changed_by: row.changedByLabel,
    changed_at: isoOf(row.changedAt),
    created_at: isoOf(row.createdAt),
  };
}
