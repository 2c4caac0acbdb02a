import type { Following, MessageState } from "./message";

/** Chooses the next step of a leased message from the recipient's knowledge and the subject's present state. Pure. */

/** The facts that a recipient was sent. Stored before a message leaves, so that a crashed sender notifies nobody twice. */
export interface RecipientKnowledge {
  /** The version of the subject that the last card showed. Null: no card was sent. */
  shown: Version | null;
  reminders: number;
  warned: boolean;
}

/** A version of the subject. `hash` changes with everything that a card shows except the status. */
export interface Version {
  status: string;
  hash: string;
}

export interface MessageNow {
  /** The provider's id of the first message. Null: none is known to have arrived. */
  externalId: string | null;
  /** A first copy may have arrived. */
  doubtful: boolean;
  knowledge: RecipientKnowledge;
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
  /** Still a member and a responder, and wants these messages. */
  shouldBeNotified: boolean;
  /** Has answered, voted or decided, and so knows already. */
  hasActed: boolean;
}

export type Occasion = "asked" | "repeat" | "reminder" | "warning" | "outcome";

export type Step =
  /** A new message; `knowledge` holds from then on. */
  | { kind: "send"; occasion: Occasion; knowledge: RecipientKnowledge }
  /** Redraws the card in place. `isWithdrawn`: without content, because the person may no longer see it. */
  | { kind: "update"; isWithdrawn: boolean; knowledge: RecipientKnowledge }
  /** Nothing leaves. */
  | { kind: "settle"; state: Extract<MessageState, "sent" | "closed">; knowledge: RecipientKnowledge };

/** The next step of a message. Equal input gives an equal step. */
export function nextStep(
  message: MessageNow,
  subject: SubjectNow,
  recipient: RecipientNow,
  following: Following,
): Step {
  const knowledge = knowledgeAfter(subject);
  if (message.externalId === null) return firstStep(message, subject, recipient);
  if (!recipient.shouldBeNotified && following === "follow_up")
    return { kind: "settle", state: "closed", knowledge };
  if (!recipient.shouldBeNotified) return { kind: "update", isWithdrawn: true, knowledge };
  const reminder = subject.isOpen && !recipient.hasActed ? reminderOf(message.knowledge, subject) : null;
  // A reminder does not redraw a card in place, so that card still has its own update to come.
  if (reminder)
    return {
      kind: "send",
      occasion: reminder,
      knowledge: following === "follow_up" ? knowledge : { ...knowledge, shown: message.knowledge.shown },
    };
  if (following === "in_place") return { kind: "update", isWithdrawn: false, knowledge };
  const wasOpen = message.knowledge.shown === null || isOpenStatus(message.knowledge.shown.status);
  return !subject.isOpen && wasOpen && !recipient.hasActed && isOutcome(subject)
    ? { kind: "send", occasion: "outcome", knowledge }
    : { kind: "settle", state: "sent", knowledge };
}

function firstStep(message: MessageNow, subject: SubjectNow, recipient: RecipientNow): Step {
  const knowledge = knowledgeAfter(subject);
  if (!subject.isOpen || !recipient.shouldBeNotified || recipient.hasActed)
    return { kind: "settle", state: "closed", knowledge };
  return { kind: "send", occasion: message.doubtful ? "repeat" : "asked", knowledge };
}

function reminderOf(knowledge: RecipientKnowledge, subject: SubjectNow): "warning" | "reminder" | null {
  if (subject.warned && !knowledge.warned) return "warning";
  return subject.reminders > knowledge.reminders ? "reminder" : null;
}

const knowledgeAfter = ({ version, reminders, warned }: SubjectNow): RecipientKnowledge => ({
  shown: version,
  reminders,
  warned,
});

const isOpenStatus = (status: string): boolean => status === "pending";

/** True at the end of a question or a decision; later news from NetSuite does not concern the recipients. */
const isOutcome = ({ version }: SubjectNow): boolean => !isOpenStatus(version.status);
