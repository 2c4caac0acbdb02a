import { formatMoney } from "@/lib/view/decimal";
import type { Setting, Talk } from "@/lib/view/chat/replay";
import { refusalWords } from "@/lib/view/chat/sentences";
import { ask, call, followUp, proposeMove, say } from "@/lib/view/chat/steps";

const customer = "Lakeshore Hospitals";
const money = (value: string) => formatMoney(value, "USD");

/** A high tier: whoever asks is not the one who approves. A rejection is noted on the account. */
export function* creditQuestion({ mark }: Setting): Talk {
  yield* ask(`Can ${customer} have $5,000 more credit until the new contract starts?`);
  yield* say(
    "They paid every invoice of the last twelve months on time, and they order more before the holidays. It is worth asking for. I propose it; I cannot grant it.",
  );
  const proposed = yield* proposeMove({
    key: "limit",
    tool: "propose_credit_limit",
    input: {
      customer,
      reason: "No late payment in twelve months; the new contract starts in January.",
      evidence: ["Payment history of 2026: 41 invoices, none late"],
    },
    from: "110000",
    by: "5000",
    inWords: money,
  });
  if (!proposed) return;
  const { action } = yield* followUp(proposed.own);
  if (action.status === "applied")
    return yield* say(`You can tell ${customer}: they have ${money(proposed.to)} of credit now.`);
  if (action.status !== "rejected") return;
  yield* say(
    action.comment
      ? `I tell ${customer} nothing before you do. I propose to note the answer on their account, so that nobody asks twice.`
      : `I tell ${customer} nothing before you do, and propose to note on their account that they asked.`,
  );
  const answer = yield* call("note", "propose_ar_note", {
    customer,
    title: "Asked for more credit",
    note: `Asked for ${money(proposed.to)} of credit; declined${action.comment ? `: ${action.comment.slice(0, 500)}` : ""} (${mark})`,
    reason: `Follows from #${action.id}.`,
  });
  if (answer.ok) yield* followUp(answer.own);
  else yield* say(refusalWords(answer.problem));
}
