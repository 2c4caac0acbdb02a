import { inTenant } from "@/db/client";
import {
  type ClaimRequest,
  type ClaimRow,
  type DecisionContextRow,
  claimDecision,
  claimDecisions,
  readDecisionContexts,
} from "@/db/queries/actions/decide";
import type { BulkDecideInput, BulkDecideResult } from "@/lib/contract/actions/decision";
import { AppError, noSuchAction } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import { whyNotInBulk } from "@/lib/core/action/unshown";
import { describeError, log } from "@/lib/log";
import { type EngineInForce, activePolicyIn } from "@/lib/policy/active-policy";
import { afterCommit } from "@/lib/gateway/after-commit";
import { revokeForgedConfirmations } from "@/lib/gateway/access/attestation-seal";
import { answerOfClaim, policyDenied } from "./claim-answer";
import { askPolicy, claimRequestOf, unshownOf } from "./claim-request";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import type { DecideCommand } from "@/lib/channels/channel";
import { conflictsInBulk } from "./conflicts-in-bulk";
import { raiseTierAfter } from "./raise-tier";
import { logDecision } from "./log-decision";
import { sendKeptRequests } from "./send-kept-requests";
import type { Decision } from "@/lib/core/action/proposed-action";

type BulkRow = BulkDecideResult["results"][number];
type BulkItem = BulkDecideInput["items"][number];

/** Claims per statement: enough to save round trips, few enough that nobody waits long for their locks. */
const claimsPerStatement = 100;

/**
 * Decides many actions and returns one outcome per row, in request order. A refused row never stops the others.
 * Approving L4, L5 and what a card does not show whole gives `not_bulk`, and a repeated row is decided once. Of those that ask for
 * different values at one place none is approved: each gives `conflicting`, also in a race, because payloads never change.
 * @throws AppError not_allowed 403 for viewers.
 */
export async function bulkDecide(
  person: Person,
  input: BulkDecideInput,
  gateway: Gateway = getGateway(),
): Promise<BulkDecideResult> {
  requireRole(person, "approver", "Deciding");
  const ids = input.items.map((item) => item.id);
  const { tenantId } = person;
  const read = () =>
    inTenant(gateway.database, tenantId, async (tx) => ({
      contexts: await readDecisionContexts(tx, tenantId, ids),
      engine: await activePolicyIn(tx, tenantId),
    }));
  let { contexts, engine } = await read();
  const confirmations = [...contexts.values()][0]?.confirmations ?? [];
  if (await revokeForgedConfirmations(gateway.database, tenantId, confirmations))
    ({ contexts, engine } = await read());
  const conflicts = await conflictsInBulk(input.decision, contexts);
  const drafts = input.items.map((item): Draft => {
    const conflict = conflicts.get(item.id);
    if (conflict !== undefined) return { refused: leftOut(item.id, "conflicting", conflict) };
    try {
      return draftOf(person, input, item, contexts.get(item.id), engine, gateway);
    } catch (error) {
      logFailedRow(item.id, error);
      return { refused: failed(item.id) };
    }
  });
  const toClaim = drafts.filter((draft) => "request" in draft);
  const claims = new Map<Draft, ClaimRow | null>();
  for (let start = 0; start < toClaim.length; start += claimsPerStatement) {
    const part = toClaim.slice(start, start + claimsPerStatement);
    const rows = await claimTogether(person.tenantId, part, gateway);
    for (const [index, draft] of part.entries()) {
      const row = rows[index] ?? null;
      claims.set(draft, row);
      if (!row) continue;
      logDecision(person, draft.command, draft.context, row.outcome);
      const action = { tenantId: person.tenantId, id: draft.command.actionId };
      await raiseTierAfter(row, action, draft.context, gateway);
    }
    if (input.decision === "approve")
      await sendKeptRequests(person.tenantId, decidedBefore(person, rows, part), gateway);
    afterCommit(gateway, person.tenantId);
  }
  return { results: drafts.map((draft) => resultOf(person, draft, claims, gateway)) };
}

/** Those that this person had decided already. */
const decidedBefore = (
  { userId }: Person,
  rows: readonly (ClaimRow | null)[],
  drafts: readonly ClaimDraft[],
): number[] =>
  drafts
    .filter((_, index) => {
      const row = rows[index];
      return row?.outcome === "already_decided" && row.decidedByUserId === userId;
    })
    .map(({ command }) => command.actionId);

interface ClaimDraft {
  command: DecideCommand;
  context: DecisionContextRow;
  request: ClaimRequest;
}
type Draft = ClaimDraft | { refused: BulkRow };

/** Prepares the claim of one row, or its refusal if no claim is needed for that. */
function draftOf(
  person: Person,
  input: BulkDecideInput,
  item: BulkItem,
  context: DecisionContextRow | undefined,
  engine: EngineInForce,
  gateway: Gateway,
): Draft {
  if (!context) return { refused: refusalOf(item.id, noSuchAction()) };
  const unshown = unshownOf(context);
  const whyNot = input.decision === "approve" ? whyNotInBulk({ ...context, unshown }) : null;
  if (whyNot !== null) return { refused: leftOut(item.id, "not_bulk", whyNot) };
  const command: DecideCommand = {
    actionId: item.id,
    decision: input.decision,
    payloadHash: item.payload_hash,
    comment: input.comment ?? null,
    confirmed: false,
    editToken: null,
    channel: "bulk",
  };
  const answers = askPolicy(engine, person, command, context);
  if (answers.answer.effect === "deny" && context.status === "pending")
    return { refused: refusalOf(item.id, policyDenied(answers.answer)) };
  return { command, context, request: claimRequestOf(person, command, context, answers, gateway, unshown) };
}

/**
 * Claims all rows with one statement. If it fails, each row is claimed separately, so that one row cannot fail the
 * others.
 */
async function claimTogether(
  tenantId: number,
  drafts: readonly ClaimDraft[],
  gateway: Gateway,
): Promise<(ClaimRow | null)[]> {
  const requests = drafts.map((draft) => draft.request);
  try {
    return await claimDecisions(gateway.database, tenantId, requests);
  } catch (error) {
    log.warn(
      { tenantId, error: describeError(error) },
      "A bulk claim failed; its rows are claimed one by one",
    );
  }
  const rows: (ClaimRow | null)[] = [];
  for (const request of requests) rows.push(await claimAlone(request, gateway));
  return rows;
}

async function claimAlone(request: ClaimRequest, gateway: Gateway): Promise<ClaimRow | null> {
  try {
    return await claimDecision(gateway.database, request);
  } catch (error) {
    logFailedRow(request.action_id, error);
    return null;
  }
}

function logFailedRow(actionId: number, error: unknown): void {
  log.error({ actionId, error: describeError(error) }, "A row of a bulk decision failed");
}

function resultOf(
  person: Person,
  draft: Draft,
  claims: Map<Draft, ClaimRow | null>,
  gateway: Gateway,
): BulkRow {
  if ("refused" in draft) return draft.refused;
  const id = draft.command.actionId;
  const claim = claims.get(draft);
  if (!claim) return leftOut(id, "internal", inDoubtWords);
  try {
    const { outcome, status, decision, decided_by, decided_at } = answerOfClaim(
      claim,
      draft.command,
      person,
      gateway,
    );
    return { id, outcome, message: wordsOf(outcome, decision), status, decision, decided_by, decided_at };
  } catch (error) {
    if (error instanceof AppError) return refusalOf(id, error);
    throw error;
  }
}

function wordsOf(outcome: string, decision: Decision): string {
  if (outcome === "vote_recorded") return "Your approval is recorded; one more is needed.";
  return decision === "approve" ? "Approved." : "Rejected.";
}

const nothingDecided = { status: null, decision: null, decided_by: null, decided_at: null };

function leftOut(id: number, outcome: string, message: string): BulkRow {
  return { ...nothingDecided, id, outcome, message };
}

/** The answer of its claim may have got lost after the commit. */
const inDoubtWords =
  "Something went wrong on our side, and it is not certain whether this row was decided. Try it again: a decision counts once.";

function failed(id: number): BulkRow {
  return leftOut(id, "internal", "Something went wrong on our side; this row was not decided. Try it again.");
}

function refusalOf(id: number, { code, publicMessage, members }: AppError): BulkRow {
  const textOf = (value: unknown) => (typeof value === "string" ? value : null);
  const decision = members.decision === "approve" || members.decision === "reject" ? members.decision : null;
  return {
    id,
    outcome: code,
    message: publicMessage,
    status: textOf(members.action_status),
    decision,
    decided_by: textOf(members.decided_by),
    decided_at: textOf(members.decided_at),
  };
}
