/** The timeline of a run in words. They name no value of a write or an answer, so that everybody may read them. */

const WORDS: Readonly<Record<string, string>> = {
  "run.started": "Begun",
  "run.paused": "Paused",
  "run.resumed": "Resumed",
  "run.cancel_requested": "Cancelled",
  "run.succeeded": "Over: every step is done",
  "run.failed_terminal": "Over: it failed",
  "run.cancelled": "Over: it was cancelled",
  "hitl.proposed": "Proposed",
  "hitl.vote_recorded": "Approved, and more approvals are needed",
  "hitl.approved": "Approved",
  "hitl.rejected": "Rejected",
  "hitl.expired": "Expired: nobody decided in time",
  "hitl.cancelled": "Withdrawn or cancelled",
  "hitl.superseded": "Replaced by a new version",
  "hitl.stale": "Stale: the record has changed since",
  "hitl.applied": "Written",
  "push.dead": "Gave up writing: a person has to look",
  "interaction.created": "Asked",
  "interaction.resolved": "Answered",
  "interaction.timed_out": "Nobody answered in time",
  "interaction.cancelled": "Cancelled: nobody needs to answer any more",
};

export const RUN_TIMELINE_TYPES: readonly string[] = Object.keys(WORDS);

export const runTimelineWords = (type: string): string => WORDS[type] ?? type;
