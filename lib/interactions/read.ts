import { inTenant } from "@/db/client";
import {
  type InteractionRow,
  findInteraction,
  listInteractions,
  listResponses,
} from "@/db/queries/interactions/interactions";
import type {
  InteractionView,
  Interactions,
  InteractionsQuery,
  OwnInteractionsQuery,
} from "@/lib/contract/interactions/interactions";
import { mayAdminister } from "@/lib/core/access/principal";
import { AppError } from "@/lib/core/errors";
import { describeError, log } from "@/lib/log";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { unprovenError } from "@/lib/gateway/ledger/question-outcome";
import { isGenuineQuestion } from "@/lib/gateway/ledger/seals/interaction-seal";
import { noteTakenUp } from "./take-up";
import { type Caller, isAskerOf, noSuchQuestion, sightOf, viewOf } from "./view";

/**
 * Page by page: those that the caller asked or is asked, and of the others their outlines for administrators. One
 * that was written or ended past the app is left out: the verification of the ledger names it.
 */
export async function readInteractions(
  caller: Caller,
  { limit, whose, ...filter }: InteractionsQuery & Pick<OwnInteractionsQuery, "whose">,
  gateway: Gateway = getGateway(),
): Promise<Interactions> {
  const { tenantId } = caller;
  const visible = visibleTo(caller, whose);
  if (visible === null) return { items: [], next_cursor: null };
  const { rows, responses } = await inTenant(gateway.database, tenantId, async (tx) => {
    const found = await listInteractions(tx, tenantId, { ...visible, ...filter, limit: limit + 1 });
    const ids = found.map(({ id }) => id);
    return { rows: found, responses: await listResponses(tx, tenantId, ids) };
  });
  const now = gateway.clock.now();
  const page = rows.slice(0, limit);
  const items = page.flatMap((row) => {
    const own = responses.filter(({ interactionId }) => interactionId === row.id);
    return viewIfProven(row, () => viewOf(row, own, caller, now));
  });
  return { items, next_cursor: rows.length > limit ? page.at(-1)!.id : null };
}

/** Null: nothing is. */
function visibleTo(caller: Caller, whose: OwnInteractionsQuery["whose"]) {
  if (caller.kind === "agent") return { agentId: caller.agentId };
  if (mayAdminister(caller.role)) return { person: caller, whose };
  return whose === "others" ? null : { person: caller, whose: whose ?? ("yours" as const) };
}

function viewIfProven(row: InteractionRow, view: () => InteractionView): InteractionView[] {
  try {
    return isGenuineQuestion(row) ? [view()] : [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn({ interactionId: row.id, error: describeError(error) }, "A question was changed past the app");
    return [];
  }
}

/**
 * One question. Whoever asked and reads how it ended has used the answer: it changes no more.
 * @throws AppError not_found 404; unproven 409 where the app did not ask it, or did not end it.
 */
export async function readInteraction(
  caller: Caller,
  id: number,
  gateway: Gateway = getGateway(),
): Promise<InteractionView> {
  const { tenantId } = caller;
  const now = gateway.clock.now();
  return inTenant(gateway.database, tenantId, async (tx) => {
    const row = await findInteraction(tx, tenantId, id);
    if (!row || sightOf(row, caller) === null) throw noSuchQuestion();
    if (!isGenuineQuestion(row)) throw unprovenError("The app did not ask it.");
    const view = async (shown: InteractionRow) =>
      viewOf(shown, await listResponses(tx, tenantId, [id]), caller, now);
    const before = await view(row);
    if (!isAskerOf(row, caller) || before.response === null || row.usedAt !== null) return before;
    await noteTakenUp(tx, row, { actorKind: caller.kind, actorLabel: caller.name }, now);
    // A correction may have come in between: what was taken up is what the row holds now.
    return view((await findInteraction(tx, tenantId, id))!);
  });
}
