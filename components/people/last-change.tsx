import type { PersonView } from "@/lib/contract/people/people";
import { RelativeTime } from "@/components/ui/time";

/** Events about people and agents in words, as the line "who changed this when" says them. */
const WORDS: Record<string, string> = {
  "person.added": "Added",
  "person.role_changed": "Role changed",
  "person.role_proposed": "New role asked for",
  "person.role_withdrawn": "New role withdrawn",
  "person.leave_confirmed": "Leave from office confirmed",
  "person.recovery_confirmed": "New credentials confirmed",
  "person.revoked": "Revoked",
  "person.restored": "Restored",
  "person.sessions_ended": "Signed out everywhere",
  "person.password_link_issued": "Password link made",
  "person.password_set": "Password set by link",
  "person.password_changed": "Password changed",
  "person.second_factor_set": "Authenticator app set up",
  "person.second_factor_reset": "Authenticator app reset",
  "person.sign_in_linked": "Linked to the sign-in provider",
  "person.sign_in_unlinked": "Sign-in provider forgotten",
  "person.renamed": "Renamed",
  "person.session_ended": "One browser signed out",
  "person.signed_out_everywhere": "Signed out everywhere",
  "person.passkey_added": "Passkey added",
  "person.passkey_removed": "Passkey removed",
  "person.token_created": "Token created",
  "person.token_revoked": "Token revoked",
  "agent.created": "Created",
  "agent.changed": "Limits changed",
  "agent.key_rotated": "Key rotated",
  "agent.paused": "Paused",
  "agent.resumed": "Resumed",
  "agent.revoked": "Revoked",
};

/** The last change of a person or an agent. A type without words is shown as it is. */
export function LastChange({ change }: { change: PersonView["last_change"] }) {
  if (!change) return <p className="text-xs text-ink-3">Set up with the installation; no change since.</p>;
  return (
    <p className="text-xs text-ink-3">
      {WORDS[change.type] ?? change.type} by {change.by}, <RelativeTime iso={change.at} />
    </p>
  );
}
