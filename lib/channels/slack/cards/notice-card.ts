import type { Card } from "@/lib/channels/card";
import { SLACK_LIMITS, type SlackMessage, actions, context, header, linkButton, section } from "./blocks";
import { OutsideTexts, escapeText } from "./outside-text";

const NAME_LENGTH = 200;
/** A title has words of ours before the name of a type, which may come from outside. */
const TITLE_LENGTH = SLACK_LIMITS.headerLength - 10;

/**
 * The write that its reader decided on went wrong, or this waits for them: the sentence that says so, and a link. It decides nothing. It
 * is a message of its own, since a change of the card that stands there already notifies nobody.
 */
export function noticeCard({ title, occasion, outcome, from, url }: Card): SlackMessage {
  const outside = new OutsideTexts();
  return {
    text: `${escapeText(title)}. ${escapeText(outcome ?? "")}`,
    blocks: [
      header(outside.plain(title, TITLE_LENGTH)),
      section(escapeText(outcome ?? "")),
      ...(occasion === "digest" ? [] : [context(`Proposed by ${outside.inline(from, NAME_LENGTH)}`)]),
      actions([linkButton("Open in Countersign", url)]),
    ],
  };
}
