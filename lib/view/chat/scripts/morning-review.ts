import { formatMoney } from "@/lib/view/decimal";
import type { Setting, Talk } from "@/lib/view/chat/replay";
import { type Proposed, ask, call, followUp, proposeMove, say } from "@/lib/view/chat/steps";
import { refusalWords } from "@/lib/view/chat/sentences";

const order = "SO-23056";
const mandarins = { sku: "10506", bidId: "B5958", customer: "Oakfield Senior Living" };
const money = (value: string) => formatMoney(value, "USD");

/** A note that goes by itself, then a price that somebody decides; a rejection with a price in it is taken up. */
export function* morningReview({ firstName, mark }: Setting): Talk {
  yield* ask("Run the morning review.");
  yield* say(
    `Good morning, ${firstName}. I went through last night's receipts and the drivers' papers: one note and one price.`,
  );
  yield* slip(mark);
  yield* say(
    "Now the price. Grower's invoice IR-41007 is 5 cents a case higher for mandarins, and Oakfield's bid lets us pass that on.",
  );
  const proposed = yield* proposeMove({
    key: "price",
    tool: "propose_price_change",
    input: {
      ...mandarins,
      reason: "Grower's invoice IR-41007 is 5 cents a case higher; the bid lets us pass it on.",
      evidence: ["IR-41007: mandarins 10×3 lb, +0.05 a case"],
    },
    from: "34.14",
    by: "0.05",
    inWords: money,
  });
  if (proposed) yield* price(proposed);
  yield* say("That was the morning review.");
}

function* slip(mark: string): Talk {
  yield* say(`The signed delivery slip of ${order} came in with the driver. I attach a note to the order.`);
  const answer = yield* call("slip", "propose_note_attachment", {
    attachTo: "sales_order",
    reference: order,
    note: `Signed delivery slip of the morning round is on file (${mark}).`,
    reason: "The driver handed it in this morning.",
  });
  if (answer.ok) yield* followUp(answer.own);
  else yield* say(refusalWords(answer.problem));
}

function* price(proposed: Proposed): Talk {
  const ended = yield* followUp(proposed.own);
  if (ended.action.status !== "rejected") return;
  const figure = priceIn(ended.action.comment ?? "", proposed);
  if (figure === null) {
    yield* say("Then the price stays as it is. I ask again when the grower's next invoice is in.");
    return;
  }
  yield* say(`I read ${money(figure)} in that, so I propose ${money(figure)} instead.`);
  const answer = yield* call("price-as-told", "propose_price_change", {
    ...mandarins,
    to: figure,
    reason: `As told when #${ended.proposal.id} was rejected.`,
  });
  if (answer.ok) yield* followUp(answer.own);
  else yield* say(refusalWords(answer.problem));
}

/** How far from the present price a figure may be and still be meant as one. */
const nearFactor = 0.2;

/** The first figure in a comment that can be meant as a price of this item; null where there is none. */
export function priceIn(comment: string, { from, to }: Pick<Proposed, "from" | "to">): string | null {
  const figures = comment.match(/\d{1,6}(?:\.\d{1,4})?/g) ?? [];
  const near = (figure: string) => Math.abs(Number(figure) - Number(from)) <= Number(from) * nearFactor;
  return (
    figures.find((figure) => near(figure) && ![from, to].some((value) => Number(value) === Number(figure))) ??
    null
  );
}
