import type { LastChange, PersonRow } from "@/db/queries/people/memberships";
import type { PersonView } from "@/lib/contract/people";

export function personViewOf(row: PersonRow): PersonView {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    status: row.disabled ? "disabled" : row.revoked_at === null ? "active" : "revoked",
    password_set: row.password_set,
    second_factor_set: row.second_factor_set,
    single_sign_on: row.single_sign_on,
    live_sessions: row.live_sessions,
    live_tokens: row.live_tokens,
    joined_at: isoOf(row.joined_at)!,
    revoked_at: isoOf(row.revoked_at),
    last_change: lastChangeOf(row),
  };
}

export function lastChangeOf({ change_type, change_by, change_at }: LastChange): PersonView["last_change"] {
  if (change_type === null || change_by === null || change_at === null) return null;
  return { type: change_type, by: change_by, at: isoOf(change_at)! };
}

export function isoOf(text: string | null): string | null {
  return text === null ? null : new Date(text).toISOString();
}
