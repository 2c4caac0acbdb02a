import { setImmediate } from "node:timers/promises";
import type { DecisionContextRow } from "@/db/queries/actions/decide";
import { conflictsAmong } from "@/lib/action-types/payload/conflicts-among";
import { isRoll } from "@/lib/action-types/payload/lines";
import { type SetValue, setValuesOf } from "@/lib/action-types/payload/set-values";
import { conflictInBulkWords } from "@/lib/core/action/bulk-conflict";
import { type Decision, isFinalAction } from "@/lib/core/action/proposed-action";
import type { ProposalPayload } from "@/lib/core/payload/payload";

type Context = Pick<DecisionContextRow, "status" | "payloadText">;

/**
 * Why a waiting action of a bulk approval is left out because of another one of the same request, by its id: one of the two would be
 * judged by the record that the other has changed. Another that was approved a moment ago, and is not written yet, counts as well.
 * Read from the payloads, which never change, and not from what the database knows of waiting values: two actions that one request
 * claims both waited when their payloads were read, so both are left out, whatever comes or goes meanwhile.
 * A roll is never approved in bulk: it counts beside others, and not beside another roll.
 */
export async function conflictsInBulk(
  decision: Decision,
  contexts: ReadonlyMap<number, Context>,
): Promise<ReadonlyMap<number, string>> {
  if (decision === "reject") return new Map();
  const values = new Map<number, readonly SetValue[]>();
  const rolls: number[] = [];
  for (const [id, context] of contexts) {
    if (isFinalAction(context.status)) continue;
    const payload = payloadOf(context);
    if (isRoll(payload.action_type)) rolls.push(id);
    else values.set(id, setValuesOf(payload));
  }
  const places = new Set([...values.values()].flat().flatMap(placesOf));
  for (const id of places.size === 0 ? [] : rolls) {
    // The lines of one may take 16 ms and more, and 500 may be selected: others are answered in between.
    await setImmediate();
    const own = setValuesOf(payloadOf(contexts.get(id)!));
    values.set(
      id,
      own.filter((one) => placesOf(one).some((place) => places.has(place))),
    );
  }
  return new Map(
    [...conflictsAmong(values)]
      .filter(([id]) => contexts.get(id)!.status === "pending")
      .map(([id, others]) => [id, conflictInBulkWords(others)!]),
  );
}

const payloadOf = ({ payloadText }: Context) => JSON.parse(payloadText) as ProposalPayload;

const placesOf = ({ place, namedPlace }: SetValue): string[] =>
  place === null ? [namedPlace] : [place, namedPlace];
