import type { EditTokenInput, EditTokenResult } from "@/lib/contract/decision";
import type { Person } from "@/lib/core/principal";

/** @throws AppError step_up_failed 403 (wrong code), validation_failed 422 (typed reference differs), changed 412, not_found 404, rate_limited 429 */
export async function issueEditToken(_person: Person, _input: EditTokenInput): Promise<EditTokenResult> {
  throw new Error("not built yet");
}
