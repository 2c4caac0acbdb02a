import type { InteractionChannel } from "@/lib/core/interaction/interaction";
import { CHANNEL_NAMES } from "@/lib/view/questions/reply-words";

/** Sentences of the events of questions to people. */

type Details = Readonly<Record<string, unknown>>;

/** Null: an event of another kind. */
export function interactionEventWords(type: string, details: Details): string | null {
  switch (type) {
    case "interaction.created":
      return `Asked (${String(details.interaction_type)}), open for ${String(details.timeout_seconds)} seconds`;
    case "interaction.answered":
      return answeredWords(details);
    case "interaction.corrected":
      return "Corrected the answer";
    case "interaction.retracted":
      return "Took the answer back";
    case "interaction.escalated":
      return "Nobody answered: the next one is asked as well";
    case "interaction.resolved":
      return "As many have answered as it asks for";
    case "interaction.timed_out":
      return timedOut[String(details.timeout_action)] ?? "Nobody answered in time";
    case "interaction.cancelled":
      return "Cancelled: nobody needs to answer any more";
    case "interaction.taken_up":
      return "The asker has read the result: answers are final";
    case "interaction.text_blanked":
      return "The time of its texts is over: they were blanked";
    case "interaction.reply_received":
      return `A reply came in: ${String(details.classification)}, and answered nothing by itself`;
    case "interaction.reply_verified":
      return details.is_right === true ? "Found a reply read rightly" : "Found a reply read wrongly";
    case "interaction.reply_dismissed":
    case "reply.dismissed":
      return "Took a reply off the list of those that counted for nothing";
    default:
      return null;
  }
}

/** Older entries name no channel. */
function answeredWords({ channel }: Details): string {
  if (channel === "in_app") return "Answered in the app";
  const name = CHANNEL_NAMES[channel as InteractionChannel] as string | undefined;
  return name === undefined ? "Answered" : `Answered by ${name}`;
}

const timedOut: Readonly<Record<string, string>> = {
  fail: "Nobody answered in time: the asker fails",
  continue: "Nobody answered in time: the asker continues without an answer",
  default_response: "Nobody answered in time: the default counts as the answer",
};
