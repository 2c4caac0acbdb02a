import { inTenant } from "@/db/client";
import { readTiers } from "@/db/queries/actions";
import type { BulkDecideInput, BulkDecideResult } from "@/lib/contract/decision";
import { AppError } from "@/lib/core/errors";
import { type Person, mayDecide } from "@/lib/core/principal";
import { type RiskTier, tierLabel, tierMeaning } from "@/lib/core/risk-tier";
import { describeError, log } from "@/lib/log";
import { type Gateway, getGateway } from "./context";
import { decideAction } from "./decide-action";

type BulkRow = BulkDecideResult["results"][number];
type BulkItem = BulkDecideInput["items"][number];

/** Rows decided at once; each is a claim and a transaction of its own, so that one loser costs the others nothing. */
const parallel = 4;

/**
 * One truthful outcome per row, in the order asked; a row's refusal never stops the rest. Approving L4 and L5 is answered
 * `not_bulk`, and a row named twice is decided once. @throws AppError not_allowed 403 for viewers.
 */
export async function bulkDecide(
  person: Person,
  input: BulkDecideInput,
  gateway: Gateway = getGateway(),
): Promise<BulkDecideResult> {
  if (!mayDecide(person.role)) {
    throw new AppError(
      "not_allowed",
      `Deciding needs an approver or administrator; you are signed in as ${person.role}.`,
    );
  }
  const ids = input.items.map((item) => item.id);
  const tiers = await inTenant(gateway.database, person.tenantId, (tx) =>
    readTiers(tx, person.tenantId, ids),
  );
  const results: BulkRow[] = [];
  const queue = input.items.entries();
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await decideRow(person, input, item, tiers, gateway);
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  return { results };
}

async function decideRow(
  person: Person,
  input: BulkDecideInput,
  item: BulkItem,
  tiers: Map<number, { tier: RiskTier; requiresStepUp: boolean }>,
  gateway: Gateway,
): Promise<BulkRow> {
  const known = tiers.get(item.id);
  if (
    known &&
    input.decision === "approve" &&
    (!tierMeaning(known.tier).bulkApprovable || known.requiresStepUp)
  ) {
    return refusal(item, "not_bulk", `${tierLabel(known.tier)} is approved one at a time.`);
  }
  try {
    const { outcome, status, decision, decided_by, decided_at } = await decideAction(
      person,
      {
        actionId: item.id,
        decision: input.decision,
        payloadHash: item.payload_hash,
        comment: input.comment ?? null,
        confirmed: false,
        editToken: null,
        channel: "bulk",
      },
      gateway,
    );
    const message =
      outcome === "vote_recorded"
        ? "Your approval is recorded; one more is needed."
        : `${decision === "approve" ? "Approved" : "Rejected"}.`;
    return { id: item.id, outcome, message, status, decision, decided_by, decided_at };
  } catch (error) {
    if (error instanceof AppError) return refusal(item, error.code, error.publicMessage, error.members);
    log.error({ actionId: item.id, error: describeError(error) }, "A row of a bulk decision failed");
    return refusal(
      item,
      "internal",
      "Something went wrong on our side; this row was not decided. Try it again.",
    );
  }
}

function refusal(
  item: BulkItem,
  outcome: string,
  message: string,
  members: Record<string, unknown> = {},
): BulkRow {
  const textOf = (value: unknown) => (typeof value === "string" ? value : null);
  const decision = members.decision === "approve" || members.decision === "reject" ? members.decision : null;
  return {
    id: item.id,
    outcome,
    message,
    status: textOf(members.action_status),
    decision,
    decided_by: textOf(members.decided_by),
    decided_at: textOf(members.decided_at),
  };
}
