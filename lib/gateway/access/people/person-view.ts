import type { LastChange, PersonRow } from "@/db/queries/people/memberships";
import type { PersonView } from "@/lib/contract/people";
import { isoOf } from "@/lib/core/values/time";

export function personViewOf(row: PersonRow): PersonView {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    status: row.disabled ? "disabled" : row.revokedAt === null ? "active" : "revoked",
    password_set: row.passwordSet,
    second_factor_set: row.secondFactorSet,
    single_sign_on: row.singleSignOn,
    live_sessions: row.liveSessions,
    live_tokens: row.liveTokens,
    joined_at: isoOf(row.joinedAt)!,
    revoked_at: isoOf(row.revokedAt),
    last_change: lastChangeOf(row),
  };
}

export function lastChangeOf({ changeType, changeBy, changeAt }: LastChange): PersonView["last_change"] {
  if (changeType === null || changeBy === null || changeAt === null) return null;
  return { type: changeType, by: changeBy, at: isoOf(changeAt) };
}
