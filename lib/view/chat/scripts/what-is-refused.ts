import type { Talk } from "@/lib/view/chat/replay";
import { refusalWords } from "@/lib/view/chat/sentences";
import { ask, call, say } from "@/lib/view/chat/steps";

const limes = { sku: "10502", bidId: "B5910" };

/** Four calls that a model might make and should not: each is answered with what is wrong, and writes nothing. */
export function* whatIsRefused(): Talk {
  yield* ask("Show me what you are not allowed to do.");
  yield* say(
    "Four calls that a model could get wrong. Each is really made, and none of them writes anything.",
  );
  yield* refused(
    "words",
    "propose_price_change",
    { ...limes, to: "about thirty dollars" },
    "A price in words.",
  );
  yield* refused(
    "stale",
    "propose_price_change",
    { ...limes, from: "1.00", to: "1.05" },
    "A price that starts from a value that NetSuite does not hold. The answer carries the live one.",
  );
  yield* refused(
    "nobody",
    "propose_credit_limit",
    { customer: "Nobody & Sons", to: "5000" },
    "A customer that does not exist.",
  );
  yield* refused(
    "approve",
    "approve_proposal",
    { id: "1" },
    "And approving its own proposal: there is no tool for that.",
  );
  yield* say("Nothing was proposed and nothing was written. A model reads these answers and mends its call.");
}

function* refused(key: string, tool: string, input: Record<string, string>, text: string): Talk {
  yield* say(text);
  const answer = yield* call(key, tool, input);
  if (!answer.ok && answer.problem.code === "not_allowed") yield* say(refusalWords(answer.problem));
}
