import type { Metadata } from "next";
import { AccountView } from "@/components/account/account-view";
import { passwordsAllowed } from "@/lib/auth/sign-in/oidc-config";
import { readAccount } from "@/lib/gateway/access/account/read-account";
import { personPage } from "@/lib/http/page";

export const metadata: Metadata = { title: "Account" };

export default personPage(async function AccountPage(person) {
  return <AccountView account={await readAccount(person)} passwordsAllowed={passwordsAllowed()} />;
});
