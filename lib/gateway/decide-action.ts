import type { DecideResult } from "@/lib/contract/decision";
import type { Decision } from "@/lib/core/proposed-action";
import type { Person } from "@/lib/core/principal";

export interface DecideCommand {
  actionId: number;
  decision: Decision;
  /** The hash of the payload that was on screen. */
  payloadHash: string;
  comment: string | null;
  confirmed: boolean;
  /** L5: what issueEditToken returned. */
  editToken: string | null;
  channel: "page" | "api" | "bulk";
}

/**
 * Decides, or says truthfully why not. 
 * @throws AppError with the contract's code: already_decided 409 (members outcome, decision, decided_by, decided_at), expired 410, changed 412, blocked 423 (members switch, since),
 *   confirmation_missing / edit_token_missing / edit_token_invalid 428, not_allowed / own_proposal / policy_denied 403, not_found 404.
 */
export async function decideAction(_person: Person, _command: DecideCommand): Promise<DecideResult> {
  throw new Error("not built yet");
}
