import type { ModalView } from "@slack/types";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { COMMENT_LENGTH_MAX } from "@/lib/core/limits";
import { changeLines, subjectLine, tierLine } from "./action-lines";
import { SLACK_ACTIONS, plain, section, sections } from "./blocks";
import { OutsideTexts } from "./outside-text";
import { titleOf } from "./action-card";

/** Modals about one action. `ref` names the message on which it was opened; the modal carries nothing else. */

export const REASON_BLOCK = "reason";
const INPUT = "text";

/** L4: repeats the change, in its sentence and in its lines. Null: it cannot be shown letter for letter, and its page has to. */
export function approveModal(action: ActionSummary, ref: string): ModalView | null {
  const outside = new OutsideTexts();
  const sentence = outside.fitting(action.sentence);
  const lines = [subjectLine(action, outside), ...changeLines(action, outside), tierLine(action)];
  if (!outside.isExact) return null;
  return {
    type: "modal",
    callback_id: SLACK_ACTIONS.approve,
    private_metadata: ref,
    title: plain("Approve this?"),
    submit: plain("Approve"),
    close: plain("Cancel"),
    blocks: [
      section(`*${titleOf(action)}*\n${sentence}`),
      ...sections(lines),
      section(
        action.goes_to_netsuite
          ? "It is written to NetSuite exactly as it stands here."
          : "Countersign keeps it exactly as it stands here.",
      ),
    ],
  };
}

/** A reason may be given; it is kept with the decision. */
export function rejectModal(action: ActionSummary, ref: string): ModalView {
  const outside = new OutsideTexts();
  return {
    type: "modal",
    callback_id: SLACK_ACTIONS.reject,
    private_metadata: ref,
    title: plain("Reject this?"),
    submit: plain("Reject"),
    close: plain("Cancel"),
    blocks: [
      ...sections([`*${titleOf(action)}*`, subjectLine(action, outside), ...changeLines(action, outside)]),
      {
        type: "input",
        block_id: REASON_BLOCK,
        optional: true,
        label: plain("Why?"),
        element: {
          type: "plain_text_input",
          action_id: INPUT,
          multiline: true,
          max_length: COMMENT_LENGTH_MAX,
        },
      },
    ],
  };
}
