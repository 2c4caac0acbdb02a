/** This room shows a person's own account: profile, password, second factor, sessions, where they are told, tokens. */

import { PageFrame } from "@/components/ui/page";
import { LastChange } from "@/components/people/last-change";
import type { Account } from "@/lib/contract/people/account";
import type { Passkeys } from "@/lib/contract/people/passkeys";
import type { Channels } from "@/lib/contract/settings/channels";
import type { TimesView } from "@/lib/contract/settings/routing";
import { mayDecide } from "@/lib/core/access/principal";
import { AuthenticatorPart } from "./authenticator-part";
import { PasskeysPart, PushPart, TimesPart, ChannelsPart } from "./lazy-parts";
import { PasswordPart } from "./password-part";
import { ProfilePart } from "./profile-part";
import { SessionsPart } from "./sessions-part";
import { TokensPart } from "./tokens-part";

interface AccountViewProps {
  account: Account;
  channels: Channels["channels"];
  passkeys: Passkeys;
  times: TimesView;
  passwordsAllowed: boolean;
}

export function AccountView({ account, channels, passkeys, times, passwordsAllowed }: AccountViewProps) {
  return (
    <PageFrame
      title="Account"
      text={`${account.email} · ${account.role} at ${account.tenant.name}. Only an administrator can change your role.`}
    >
      <LastChange change={account.last_change} />
      <div className="grid items-start gap-4 md:grid-cols-2">
        <div className="grid gap-4">
          <ProfilePart name={account.name} />
          <AuthenticatorPart account={account} needsPassword={account.password_set && passwordsAllowed} />
          <PasskeysPart passkeys={passkeys} hasApp={account.second_factor_set} />
          <PushPart push={account.push} tenant={account.tenant.name} />
        </div>
        <div className="grid gap-4">
          <PasswordPart account={account} allowed={passwordsAllowed} />
          <SessionsPart sessions={account.sessions} tenant={account.tenant.name} />
        </div>
        <ChannelsPart channels={channels} decides={mayDecide(account.role)} />
        <TimesPart times={times} />
        <TokensPart tokens={account.tokens} tenant={account.tenant.name} />
      </div>
    </PageFrame>
  );
}
