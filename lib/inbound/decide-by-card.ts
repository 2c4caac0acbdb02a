import type { DecisionChannel } from "@/lib/channels/channel";
import type { ActionDetail } from "@/lib/contract/actions/action-view";
import type { DecideResult } from "@/lib/contract/actions/decision";
import type { LiveView } from "@/lib/contract/actions/live-view";
import type { Decision } from "@/lib/core/action/proposed-action";
import type { Person } from "@/lib/core/access/principal";
import { AppError } from "@/lib/core/errors";
import { afterCommit } from "@/lib/gateway/after-commit";
import { decideAction } from "@/lib/gateway/decide/decide-action";
import type { Gateway } from "@/lib/gateway/context";
import { readLive } from "@/lib/gateway/live/read-live";
import { readAction } from "@/lib/gateway/read/actions/read-actions";
import { whyNotByRecord } from "@/lib/view/action/as-live";

/**
 * This room turns what came in by a channel into the verbs that every channel shares, and says what became of it. It decides nothing
 * by itself.
 */

/** So long a person's press waits for the record: a provider wants its answer within three seconds. */
const READING_MS_MAX = 1_500;

export interface CardDecision {
  actionId: number;
  /** The hash of the payload that the card shows. */
  payloadHash: string;
  decision: Decision;
  comment: string | null;
  confirmed: boolean;
  channel: DecisionChannel;
}

/** The action as this person may see it. @throws AppError not_found; not_allowed 403 where its content is hidden. */
export async function readForCard(person: Person, actionId: number, gateway: Gateway): Promise<ActionDetail> {
  const action = await readAction(person, actionId, gateway);
  if (action.redacted) throw new AppError("not_allowed", "Its content is hidden from you.");
  return action;
}

/**
 * Decides by the claim that the page uses. Before an approval the record is read: where it has changed, or nobody could read it in time,
 * nothing is decided. A rejection writes nothing and reads nothing.
 * @throws AppError as decideAction does; drifted 412.
 */
export async function decideByCard(
  person: Person,
  command: CardDecision,
  gateway: Gateway,
): Promise<DecideResult> {
  if (command.decision === "approve") await refuseUnlessUnchanged(person, command.actionId, gateway);
  return decideAction(person, { ...command, editToken: null }, gateway);
}

async function refuseUnlessUnchanged(person: Person, actionId: number, gateway: Gateway): Promise<void> {
  const action = await readForCard(person, actionId, gateway);
  // A roll is checked line by line as it is written; what stays with us has no record that others change.
  if (action.status !== "pending" || action.line_count !== null || !action.goes_to_netsuite) return;
  const live = await readInTime(readLive(person, actionId, gateway));
  const why = live === null ? LATE : whyNotBy(action, live);
  if (why === null) return;
  // Every card of it loses its approval at once where the reading found a changed record.
  afterCommit(gateway, person.tenantId);
  throw new AppError("drifted", `${why} Nothing was decided: open it.`);
}

const LATE = "The record could not be read in time.";

function whyNotBy(action: ActionDetail, live: LiveView): string | null {
  if (live.state === "unreadable") return "The record could not be read.";
  const byRecord = whyNotByRecord(action, live);
  if (byRecord !== null) return byRecord;
  return live.state === "read" && live.drifted ? "The record has changed since this was proposed." : null;
}

/** Null: it took too long. A reading that comes later is kept all the same and counts for the next press. */
async function readInTime(reading: Promise<LiveView>): Promise<LiveView | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), READING_MS_MAX);
  });
  // The caller may be gone by then; without this, a failure would be an unhandled rejection.
  reading.catch(() => undefined);
  return Promise.race([reading, late]).finally(() => clearTimeout(timer));
}
