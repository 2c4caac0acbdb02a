import type { Role } from "@/lib/core/access/principal";

/** May answer a question: one person, or everybody with a role. The SQL function `is_asked` repeats this rule. */
export type Responder = { user_id: number } | { role: Role };

export interface Answerer {
  userId: number;
  role: Role;
}

/** True if the person is this responder or has its role. An admin has every role. */
export function matchesResponder(responder: Responder, person: Answerer): boolean {
  if ("user_id" in responder) return responder.user_id === person.userId;
  return responder.role === person.role || person.role === "admin";
}

interface Asking {
  responders: readonly Responder[];
  /** The number of responders that have been asked so far, from the first one on. */
  asked: number;
}

/** True if this person is among the responders that have been asked so far. */
export const isResponder = ({ responders, asked }: Asking, person: Answerer): boolean =>
  responders.slice(0, asked).some((responder) => matchesResponder(responder, person));

/** Every role but viewer may ask questions. */
export const mayAsk = (role: Role): boolean => role !== "viewer";
