import { nameSuccessor } from "@/db/queries/actions/amendments";
import type { EditInput, VersionResult } from "@/lib/contract/actions/amend";
import type { ProposalInput } from "@/lib/contract/actions/proposal";
import { type PathOf, editPayload } from "@/lib/action-types/payload/edit-payload";
import { AppError } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { requireUnwritten } from "@/lib/gateway/deliver/settle/prove-unwritten";
import { endAction, inEndingTransaction, recordEnd } from "./end-action";
import { type Amendable, readIfAllowed } from "@/lib/gateway/read/actions/amend-facts";
import { type Version, inputOf, insertVersion, prepareVersion } from "./propose-version";
import { versionResultOf } from "./version-result";

/**
 * Other values for a proposal that waits, or was approved and not sent: the old row is superseded and a new one takes its
 * place in one transaction, with a live read, a tier and a decision of its own. A cancelled push is sent no more.
 *
 * @throws AppError not_allowed, policy_denied 403; not_found 404; already_decided, may_be_written 409; expired 410;
 *   changed 412; not_editable, validation_failed, record_missing, record_refused 422.
 */
export async function editAction(
  person: Person,
  actionId: number,
  edit: EditInput,
  gateway: Gateway = getGateway(),
): Promise<VersionResult> {
  const { tenantId } = person;
  const earlier = await readIfAllowed("edit", person, actionId, gateway);
  assertShown(earlier, edit);
  await requireUnwritten(tenantId, actionId, gateway);
  const version = await prepareEdit({ person, earlier, edit }, gateway);

  const from = earlier.action.status === "approved" ? "approved" : "pending";
  const end = { person, actionId, from, to: "superseded" } as const;
  const reason = edit.reason ? `edited: ${edit.reason}` : "edited";
  return inEndingTransaction(
    { person, actionId, verb: "edit" },
    async (tx) => {
      // The old row goes first, so that the day's totals do not count both.
      const cancelled = await endAction(tx, { ...end, reason });
      const action = await insertVersion(tx, version, person);
      await nameSuccessor(tx, tenantId, actionId, action.id);
      await recordEnd(tx, end, {
        superseded_by_id: action.id,
        pushes_cancelled: cancelled,
        ...(edit.reason ? { reason: edit.reason } : {}),
      });
      return versionResultOf(tx, action, version, person);
    },
    gateway,
  );
}

interface Edit {
  person: Person;
  earlier: Amendable;
  edit: EditInput;
}

/**
 * The version that an edit would put in the place of the action, bound to the record as it is now. Nothing is stored.
 * @throws AppError changed 412; policy_denied 403; validation_failed, record_missing, record_refused 422.
 */
export async function prepareEdit({ person, earlier, edit }: Edit, gateway: Gateway): Promise<Version> {
  assertShown(earlier, edit);
  const { input, pathOf } = editedInput(earlier, edit);
  const origin = { supersedesId: earlier.action.id, undoOfId: earlier.action.undoOfId };
  return prepareVersion({ person, earlier, input, origin, from: "live" }, gateway).catch((error: unknown) => {
    throw error instanceof AppError ? withPaths(error, pathOf) : error;
  });
}

function assertShown({ action }: Amendable, { payload_hash: shownHash }: EditInput): void {
  if (action.payloadHash === shownHash) return;
  throw new AppError(
    "changed",
    "What is stored is not what you were shown; open it again before you edit it.",
  );
}

function editedInput(earlier: Amendable, edit: EditInput): { input: ProposalInput; pathOf: PathOf } {
  const edited = editPayload(earlier.payload, edit);
  if (edited.kind === "refused") {
    throw new AppError("validation_failed", "This edit is not valid; see errors.", { issues: edited.issues });
  }
  const payload = { ...earlier.payload, changes: edited.changes, context: edited.context };
  return { input: inputOf(earlier.action, payload), pathOf: edited.pathOf };
}

function withPaths(error: AppError, pathOf: PathOf): AppError {
  if (error.issues.length === 0) return error;
  return new AppError(error.code, error.publicMessage, {
    issues: error.issues.map(({ path, message }) => ({ path: pathOf(path), message })),
    members: error.members,
    cause: error,
  });
}
