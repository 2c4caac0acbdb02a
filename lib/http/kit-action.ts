import type { z } from "zod";
import type { ActionTypeDefinition } from "@/lib/action-types/shared/definition";
import type { Words } from "@/lib/action-types/shared/tool";
import { inWordsOf, kitActionOf, proposalOf } from "@/lib/contract/kit/kit-action";
import type { KitResult } from "@/lib/contract/kit/results";
import { proposeForPerson } from "@/lib/gateway/propose/propose-for-person";
import { answerAction } from "./server-action";

/**
 * Makes the `propose…` server action of an action type: same origin, a signed-in person, input in the tool's words, then
 * the way of every proposal. The database sets the tier, people decide, and at L4 and L5 the person spoken for is never
 * the only approver. Refusals come back as a problem that names the tool's own words; faults that are nobody's input are
 * thrown.
 */
export function proposeWith<Given extends Words>(definition: ActionTypeDefinition<string, Given>) {
  const { schema } = kitActionOf(definition);
  return async (input: z.input<typeof schema>): Promise<KitResult> => {
    const answered = await answerAction(schema, input, (person, words) =>
      proposeForPerson(person, {
        idempotencyKey: words.idempotencyKey,
        input: proposalOf(definition, words),
      }),
    );
    return answered.ok
      ? { ok: true, ...answered.result }
      : { ok: false, problem: inWordsOf(definition, answered.problem, input) };
  };
}
