import { inTenant } from "@/db/client";
import {
  type EmailDraftRow,
  type KeptDraft,
  findDraft,
  listDrafts,
  markDraft,
} from "@/db/queries/pushes/internal-writes";
import { byPerson } from "@/db/queries/ledger/events";
import { isOwnWrite } from "@/lib/gateway/ledger/seals/own-write";
import { appendSealedEvent } from "@/lib/gateway/ledger/seals/sealed-event";
import type { DraftsQuery, EmailDraft, EmailDraftList } from "@/lib/contract/actions/drafts-and-caches";
import { AppError } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import { afterCommit } from "@/lib/gateway/after-commit";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { sightIn } from "@/lib/gateway/read/actions/sight";
import { pageOf } from "@/lib/core/values/page";
import { isoOf } from "@/lib/core/values/time";

/** Newest first, those alone that an action had kept which the app let through: the page stands for what people approved. */
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
  const items = page.filter((row) => isOwnDraft(person.tenantId, row)).map(draftOf);
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
    const found = await findDraft(tx, tenantId, change.id);
    if (!found || !isOwnDraft(tenantId, found)) return null;
    const marked = await markDraft(tx, tenantId, change.id, { status: change.status, byLabel: name });
    if (!marked) return found;
    await appendSealedEvent(tx, {
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

/** True where the app had it kept, and it says what was approved. */
function isOwnDraft(tenantId: number, draft: KeptDraft): boolean {
  const { changes, customerRef, entityRef, toText, ccText, subject, body } = draft;
  const approved = (field: string) => String(changes.find((change) => change.field === field)?.to ?? "");
  return (
    isOwnWrite(tenantId, draft) &&
    customerRef === entityRef &&
    Object.entries({ to: toText, cc: ccText, subject, body }).every(
      ([field, value]) => (value ?? "") === approved(field),
    )
  );
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

function draftOf(row: EmailDraftRow | KeptDraft): EmailDraft {
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
