import type { Role } from "@/lib/core/access/principal";
import type { Responder } from "@/lib/core/interaction/responders";
import type { ChannelKind } from "@/lib/core/message/message";
import type { QuietHours } from "./quiet-hours";

/** The words of routing: what rules, people and subjects are to it, and what it says of each person. */

export interface Rule {
  name: string;
  enabled: boolean;
  when: {
    about: "action" | "question" | "both";
    tier_min: number | null;
    tier_max: number | null;
    types: readonly string[] | null;
    workspaces: readonly string[] | null;
    amount_min: number | null;
    amount_max: number | null;
  };
  tell: readonly Responder[];
  order: "all_at_once" | "one_after_another";
  next_after_minutes: number;
  escalate: { after_minutes: number; tell: readonly Responder[] } | null;
  by: readonly ChannelKind[] | null;
  through_quiet_hours: boolean;
  /** L1 and L2 are told once a day. Absent in rules from before there were digests. */
  digest?: boolean;
}

/** A channel that reaches a person, and whether they chose to hear of this subject by it. */
export interface Reach {
  kind: ChannelKind;
  accountId: number;
  isPreferred: boolean;
}

export interface DigestTime {
  /** An IANA name. */
  timeZone: string;
  /** The minute of the day, in the person's time zone. */
  minute: number;
}

export interface RoutedPerson {
  userId: number;
  name: string;
  role: Role;
  /** May decide the action, or is asked the question. Routing never changes it. */
  mayAct: boolean;
  reach: readonly Reach[];
  quietHours: QuietHours | null;
  /** When their digest comes; `isChosen`: they want L1 and L2 in it. */
  digest: DigestTime & { isChosen: boolean };
  away: { from: Date; until: Date; deputyUserId: number | null } | null;
}

export interface RoutedSubject {
  about: "action" | "question";
  /** Null: a question. */
  tier: number | null;
  type: string;
  workspace: string | null;
  /** Null: nobody knows its impact. */
  amountCents: number | null;
  endsAt: Date;
  /** When somebody was chosen first: waits count from then. Null: nobody was yet. */
  chosenAt: Date | null;
}

export interface Verdict {
  userId: number;
  name: string;
  /** Null: they are not told. It never leaves before. */
  at: Date | null;
  by: readonly Reach[];
  /** It leaves in quiet hours too. */
  urgent: boolean;
  /** The day of the digest that it is told in. Null: it is told by itself. */
  digestOn: string | null;
  /** Chosen by more than their own choice. */
  byRule: boolean;
  /** In a sentence. */
  why: string;
}

export interface RoutingResult {
  /** The rule that matched, by its name. */
  rule: string | null;
  /** One for each person, in their order. */
  verdicts: Verdict[];
}

/** A subject beside the rule that applies to it. */
export interface MatchedSubject {
  rule: Rule | null;
  people: readonly RoutedPerson[];
  subject: RoutedSubject;
  now: Date;
}

export const isAway = ({ away }: RoutedPerson, at: Date): boolean =>
  away !== null && away.from <= at && at < away.until;

/** The verdict on a person who gets no message; the caller adds the reason. */
export const withoutMessage = ({ userId, name }: Pick<Verdict, "userId" | "name">): Omit<Verdict, "why"> => ({
  userId,
  name,
  at: null,
  by: [],
  urgent: false,
  digestOn: null,
  byRule: false,
});
