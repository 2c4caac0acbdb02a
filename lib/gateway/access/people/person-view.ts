import type { LastChange, PersonRow } from "@/db/queries/people/memberships";
import type { PersonView } from "@/lib/contract/people/people";
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
    pending_role: pendingRoleOf(row),
    leave_unconfirmed: row.leaveUnconfirmed,
    left_by_user_id: row.leftByUserId,
    recovery: recoveryOf(row),
    seasoned_at: isoOf(row.seasonedAt),
    joined_at: isoOf(row.joinedAt)!,
    revoked_at: isoOf(row.revokedAt),
    last_change: lastChangeOf(row),
  };
}

function pendingRoleOf(row: PersonRow): PersonView["pending_role"] {
  const { pendingRole: role, pendingRoleBy: by, pendingRoleByUserId: by_user_id, pendingRoleAt: at } = row;
  if (role === null || by === null || by_user_id === null || at === null) return null;
  return { role, by, by_user_id, at: isoOf(at) };
}

function recoveryOf(row: PersonRow): PersonView["recovery"] {
  const { recoveredBy: by, recoveredByUserId: by_user_id, recoveringUntil: until } = row;
  if (by !== null && by_user_id !== null && until !== null) return { by, by_user_id, until: isoOf(until) };
  const { firstLinkBy, firstLinkByUserId } = row;
  return firstLinkBy === null || firstLinkByUserId === null
    ? null
    : { by: firstLinkBy, by_user_id: firstLinkByUserId, until: null };
}

export function lastChangeOf({ changeType, changeBy, changeAt }: LastChange): PersonView["last_change"] {
  if (changeType === null || changeBy === null || changeAt === null) return null;
  return { type: changeType, by: changeBy, at: isoOf(changeAt) };
}
