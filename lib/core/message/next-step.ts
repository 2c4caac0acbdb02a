import type { Following, MessageState } from "./message";

/** What a leased message does, by what its person knows and what is true now. Pure. */

/** What the person knows: it is noted before anything leaves, so that nobody is told twice where a sender stops. */
export interface Told {
  /** Null: nothing yet. */
  shown: Version | null;
  reminders: number;
  warned: boolean;
}

/** Of the subject: `hash` changes with everything that a card shows besides the status. */
export interface Version {
  status: string;
  hash: string;
}

export interface MessageNow {
  /** The provider's name of what was sent first. Null: nothing is known to have arrived. */
  externalId: string | null;
  /** A first copy may have arrived. */
  doubtful: boolean;
  told: Told;
}

export interface SubjectNow {
  version: Version;
  /** It waits for an answer or a decision. */
  isOpen: boolean;
  /** Both 0 and false for actions. */
  reminders: number;
  warned: boolean;
}

export interface RecipientNow {
  /** Still a member, still asked, and still wants to hear of it. */
  isToBeTold: boolean;
  /** Answered, voted or decided: they know. */
  hasActed: boolean;
}

export type Occasion = "asked" | "repeat" | "reminder" | "warning" | "outcome";

export type Step =
  /** A message of its own; `told` is true from then on. */
  | { kind: "send"; occasion: Occasion; told: Told }
  /** The card that stands there, as it is now. `isWithdrawn`: without its content, which is no longer theirs. */
  | { kind: "update"; isWithdrawn: boolean; told: Told }
  /** Nothing leaves. */
  | { kind: "settle"; state: Extract<MessageState, "sent" | "closed">; told: Told };

export function nextStep(
  message: MessageNow,
  subject: SubjectNow,
  recipient: RecipientNow,
  following: Following,
): Step {
  const known = knownOf(subject);
  if (message.externalId === null) return firstStep(message, subject, recipient);
  if (!recipient.isToBeTold && following === "follow_up")
    return { kind: "settle", state: "closed", told: known };
  if (!recipient.isToBeTold) return { kind: "update", isWithdrawn: true, told: known };
  const reminder = subject.isOpen && !recipient.hasActed ? reminderOf(message.told, subject) : null;
  // A card in place is not shown anew by a reminder: it stays to be updated.
  if (reminder)
    return {
      kind: "send",
      occasion: reminder,
      told: following === "follow_up" ? known : { ...known, shown: message.told.shown },
    };
  if (following === "in_place") return { kind: "update", isWithdrawn: false, told: known };
  const wasOpen = message.told.shown === null || isOpenStatus(message.told.shown.status);
  return !subject.isOpen && wasOpen && !recipient.hasActed && isOutcome(subject)
    ? { kind: "send", occasion: "outcome", told: known }
    : { kind: "settle", state: "sent", told: known };
}

function firstStep(message: MessageNow, subject: SubjectNow, recipient: RecipientNow): Step {
  const told = knownOf(subject);
  if (!subject.isOpen || !recipient.isToBeTold || recipient.hasActed)
    return { kind: "settle", state: "closed", told };
  return { kind: "send", occasion: message.doubtful ? "repeat" : "asked", told };
}

function reminderOf(told: Told, subject: SubjectNow): "warning" | "reminder" | null {
  if (subject.warned && !told.warned) return "warning";
  return subject.reminders > told.reminders ? "reminder" : null;
}

const knownOf = ({ version, reminders, warned }: SubjectNow): Told => ({
  shown: version,
  reminders,
  warned,
});

const isOpenStatus = (status: string): boolean => status === "pending";

/** The end of a question or a decision; what NetSuite says later is no news for those who were asked. */
const isOutcome = ({ version }: SubjectNow): boolean => !isOpenStatus(version.status);
