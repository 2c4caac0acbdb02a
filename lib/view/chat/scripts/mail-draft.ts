import type { Setting, Talk } from "@/lib/view/chat/replay";
import { refusalWords } from "@/lib/view/chat/sentences";
import { ask, call, followUp, say } from "@/lib/view/chat/steps";

const customer = "Coastal Pantry";

/** Text that stays with us: to a new address it waits for a tap, and nobody but the viewer sends it. */
export function* mailDraft({ firstName, mark }: Setting): Talk {
  yield* ask(`Draft an answer to ${customer} about this morning's late pallet.`);
  yield* say(
    "I write it as a draft. Once you agree to it, it is kept here for you to send by hand; I send nothing.",
  );
  const answer = yield* call("draft", "propose_email_draft", {
    customer,
    // Another one each time: an address that a draft was kept for is no new one.
    to: `nora+${mark.toLowerCase().replaceAll(/[^a-z0-9]/g, "")}@coastalpantry.example`,
    subject: `Your delivery of this morning (${mark})`,
    text: `Good morning,\n\none pallet came two hours late today; the driver's slip is on file. It will not be charged as a rush order.\n\n${firstName}`,
    reason: "They asked by phone at nine.",
  });
  if (!answer.ok) return yield* say(refusalWords(answer.problem));
  const { action } = yield* followUp(answer.own);
  if (action.status === "rejected")
    yield* say("Then I drop it. Tell me what to change, and I write another.");
}
