import type { Metadata } from "next";
import { AccountView } from "@/components/account/account-view";
import { passwordsAllowed } from "@/lib/auth/sign-in/oidc-config";
import { readPasskeys } from "@/lib/gateway/access/account/passkeys";
import { readAccount } from "@/lib/gateway/access/account/read-account";
import { readChannels } from "@/lib/messages/read-channels";
import { readOwnTimes } from "@/lib/messages/routing/notification-times";
import { personPage } from "@/lib/http/page";

export const metadata: Metadata = { title: "Account" };

export default personPage(async function AccountPage(person) {
  const { channels } = await readChannels(person);
  return (
    <AccountView
      account={await readAccount(person)}
      channels={channels}
      passkeys={await readPasskeys(person)}
      times={await readOwnTimes(person)}
      passwordsAllowed={passwordsAllowed()}
    />
  );
});
