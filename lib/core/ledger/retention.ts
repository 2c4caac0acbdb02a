/**
 * How many days each kind of data is kept. The database holds the same limits (`retention_within_limits`); a test
 * compares them. A kind that is kept forever has no period at all, so nobody can set one.
 */
export const RETENTION_KINDS = [
  "sent_outbox",
  "edit_tokens",
  "dead_letter_payloads",
  "agent_prose",
  "question_texts",
  "messages",
  "deliveries",
  "webhook_deliveries",
  "routing_versions",
  "step_attempts",
] as const;
export type RetentionKind = (typeof RETENTION_KINDS)[number];

export const RETENTION_DAYS_MAX = 3_650;

interface KindMeaning {
  title: string;
  /** The content of the kind, and the start of its period. */
  holds: string;
  /** The fate of the data when the period is over. */
  atEnd: "deleted" | "blanked";
  atEndWords: string;
  daysMin: number;
  /** The reason for `daysMin`. */
  minimumWords: string;
  daysDefault: number;
}

export const RETENTION_MEANINGS: Readonly<Record<RetentionKind, KindMeaning>> = {
  sent_outbox: {
    title: "Sent events",
    holds: "Events that were handed over to Inngest, from when they were accepted. They hold ids only.",
    atEnd: "deleted",
    atEndWords: "The rows are deleted. The ledger keeps what happened.",
    daysMin: 2,
    minimumWords:
      "an event id must be remembered longer than the 24 hours in which Inngest tells repeats apart",
    daysDefault: 14,
  },
  edit_tokens: {
    title: "Step-up tokens",
    holds: "Tokens that step-up authentication minted, as hashes, from when they were used or ran out.",
    atEnd: "deleted",
    atEndWords: "The rows are deleted. A decision keeps the number of the token it spent.",
    daysMin: 1,
    minimumWords: "a used token must be recognised for as long as anybody could still present it",
    daysDefault: 30,
  },
  dead_letter_payloads: {
    title: "Payloads of replayed dead letters",
    holds: "The copy of the payload and NetSuite's own words, from when the letter was replayed.",
    atEnd: "blanked",
    atEndWords:
      "Copy and words are blanked. Code, cause, attempts, who replayed it and when stay; so does the action's own payload.",
    daysMin: 30,
    minimumWords: "what went wrong must be open to inspection while a replay can still fail again",
    daysDefault: 90,
  },
  agent_prose: {
    title: "Agents' prose",
    holds: "Reason, evidence and conversation of actions that have ended, from when they ended.",
    atEnd: "blanked",
    atEndWords:
      "The three are blanked and the card says so. Payload, hash, decisions and the ledger's chain stay as they are.",
    daysMin: 30,
    minimumWords: "whoever looks into a decision needs what the person who made it could read",
    daysDefault: 365,
  },
  question_texts: {
    title: "Questions, answers and replies",
    holds:
      "The texts of questions that have ended, of their answers and of replies, from when the question ended; of a reply that belongs to no question, from when it came.",
    atEnd: "blanked",
    atEndWords:
      "The texts are blanked. Who asked, who answered, when, by which channel and an approval's verdict stay, and so do the hashes in the ledger.",
    daysMin: 30,
    minimumWords:
      "a reply by mail may still come for thirty days, and whoever looks into an answer needs its question",
    daysDefault: 365,
  },
  messages: {
    title: "Messages to people",
    holds:
      "Whom a question or an action was told to, by which channel, when and why, from when the message was settled and its subject has ended.",
    atEnd: "deleted",
    atEndWords: "The rows are deleted. The ledger keeps who decided and who answered.",
    daysMin: 60,
    minimumWords: "a write that went wrong is told for 30 days, and the page must say whom it reached",
    daysDefault: 365,
  },
  deliveries: {
    title: "Incoming deliveries",
    holds: "The names of deliveries that a channel's provider made, from when they came. They hold no text.",
    atEnd: "deleted",
    atEndWords: "The rows are deleted. Answers and replies stay.",
    daysMin: 7,
    minimumWords: "providers repeat a delivery for days, and a repeat must be recognised",
    daysDefault: 90,
  },
  webhook_deliveries: {
    title: "Sent webhooks",
    holds:
      "Which endpoint was told of which event, and how each attempt ended, from when it ended. They hold ids and a status, and nothing of any answer.",
    atEnd: "deleted",
    atEndWords: "The rows are deleted, and a webhook can no longer be sent again.",
    daysMin: 7,
    minimumWords: "a webhook is tried for three days, and somebody may want it again after that",
    daysDefault: 30,
  },
  routing_versions: {
    title: "Replaced routing rules",
    holds: "Versions of the rules of who is told, from when a later version replaced them.",
    atEnd: "deleted",
    atEndWords:
      "The rows are deleted. The version in force stays, and so does the event of each publication.",
    daysMin: 30,
    minimumWords: "whoever asks why somebody was told needs the rules of that day",
    daysDefault: 365,
  },
  step_attempts: {
    title: "Attempts of steps",
    holds: "How each attempt of a run's step ended, with its error, from when the step had ended.",
    atEnd: "deleted",
    atEndWords: "The rows are deleted. The steps, their receipts and their last error stay.",
    daysMin: 30,
    minimumWords: "a run that failed must be open to inspection while it can still be gone on from",
    daysDefault: 180,
  },
};

/** Data without a period, with the reason. The retention page shows it next to the kinds that have one. */
export const KEPT_FOR_EVER: readonly { title: string; why: string }[] = [
  {
    title: "Proposed actions, payloads and their hashes",
    why: "Everything else refers to them: what was shown, approved and sent is one and the same text.",
  },
  {
    title: "Events and decisions",
    why: "The ledger's chains hold only while every link is there; both are append-only.",
  },
  {
    title: "Receipts and idempotency keys",
    why: "They are what keeps a write from being made twice. A dead letter can be replayed at any time, so the replay window never closes.",
  },
  {
    title: "Questions, without their texts",
    why: "Who asked, who answered and when is evidence of a run, and the ledger compares each row.",
  },
  {
    title: "Runs, steps and what they were given",
    why: "The evidence of a run is sealed over them. An answer that a run has read stays among them.",
  },
  {
    title: "Pushes and the applied mirror",
    why: "They prove what was written and with which outcome; consumers read the mirror.",
  },
  {
    title: "Policies, tier rules, standing authorisations, kill switches",
    why: "Each decision names the version and the signature that it rested on.",
  },
  {
    title: "People, agents and their credentials",
    why: "History names them. Passwords, keys and tokens are kept as hashes; revoked ones open nothing.",
  },
];

/** Data with a fixed period that nobody can change. */
export const FIXED_PERIODS: readonly { title: string; after: string; why: string }[] = [
  {
    title: "Attempts to sign in and to step up",
    after: "Deleted after 1 day",
    why: "They slow guessing down and are counted for minutes. They belong to no tenant.",
  },
  {
    title: "Codes that link an account, and challenges of passkeys",
    after: "Deleted after 1 day",
    why: "They count for minutes, once.",
  },
  {
    title: "Figures of sending, and of refused deliveries",
    after: "Deleted after 30 days",
    why: "A channel's health is judged by its last hour. Refused deliveries belong to no company.",
  },
  {
    title: "Runs of this sweep",
    after: "Deleted after 400 days",
    why: "One row a day, with what it did.",
  },
];
