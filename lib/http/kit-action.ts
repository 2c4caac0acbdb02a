import { type KitAction, inWordsOf, proposalOf } from "@/lib/contract/kit/definition";
import type { KitResult } from "@/lib/contract/kit/results";
import { proposeForPerson } from "@/lib/gateway/propose/propose-for-person";
import { answerAction } from "./server-action";

/**
 * The frame of every `propose…` server action: same origin, a signed-in person, input in the tool's words, then the way
 * of every proposal. The database sets the tier, people decide, and at L4 and L5 the person spoken for is never the only
 * approver. Refusals come back as a problem that names the tool's own words; faults that are nobody's input are thrown.
 */
export async function proposeInApp<Input>(action: KitAction<Input>, input: Input): Promise<KitResult> {
  const answered = await answerAction(action.schema, input, (person, sent) =>
    proposeForPerson(person, { idempotencyKey: sent.idempotencyKey, input: proposalOf(action, sent) }),
  );
  return answered.ok
    ? { ok: true, ...answered.result }
    : { ok: false, problem: inWordsOf(action, answered.problem, input) };
}
