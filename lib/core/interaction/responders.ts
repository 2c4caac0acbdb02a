import type { Role } from "@/lib/core/access/principal";

/** One of those who may answer: a person, or whoever holds a role. `is_asked` of the database says the same. */
export type Responder = { user_id: number } | { role: Role };

export interface Answerer {
  userId: number;
  role: Role;
}

/** An admin does what every role does. */
export function matchesResponder(responder: Responder, person: Answerer): boolean {
  if ("user_id" in responder) return responder.user_id === person.userId;
  return responder.role === person.role || person.role === "admin";
}

interface Asking {
  responders: readonly Responder[];
  /** So many of them have been asked, from the first one on. */
  asked: number;
}

/** True where one of those who have been asked so far is this person. */
export const isAsked = ({ responders, asked }: Asking, person: Answerer): boolean =>
  responders.slice(0, asked).some((responder) => matchesResponder(responder, person));

/** Viewers ask nothing; everybody else does. */
export const mayAsk = (role: Role): boolean => role !== "viewer";
