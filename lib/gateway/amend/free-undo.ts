import type { TenantTransaction } from "@/db/client";
import { findOpenUndo } from "@/db/queries/actions/amendments";
import type { ProposedActionRow } from "@/db/schema/actions";
import { AppError } from "@/lib/core/errors";

/** Proposing an undo again is undoing: another one may have taken its place meanwhile. @throws AppError undo_exists 409. */
export async function assertUndoIsFree(
  tx: TenantTransaction,
  { tenantId, undoOfId }: ProposedActionRow,
): Promise<void> {
  const other = undoOfId === null ? null : await findOpenUndo(tx, tenantId, undoOfId);
  if (other === null) return;
  const message = `#${other} undoes #${undoOfId} already.`;
  throw new AppError("undo_exists", message, { members: { undo_id: other } });
}
