import { keyedHash, matchesKeyedHash } from "@/lib/secrets/keyed-hash";

/** A session in which its person proved their second factor. */
interface ProvenSession {
  sessionId: number;
  userId: number;
}

const textOf = ({ sessionId, userId }: ProvenSession) => `${sessionId}/${userId}`;

/** For sessions.second_factor_seal. Access to the table, or to prove_session, is not enough to prove anything. */
export const sealProof = (session: ProvenSession): string => keyedHash("session", textOf(session));

export const isProven = (session: ProvenSession, seal: string | null): boolean =>
  matchesKeyedHash("session", textOf(session), seal);
