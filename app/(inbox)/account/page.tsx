import type { Metadata } from "next";
import { AccountView } from "@/components/account/account-view";
import { passwordsAllowed } from "@/lib/auth/sign-in/oidc-config";
import { requirePerson } from "@/lib/auth/session/session";
import { readAccount } from "@/lib/gateway/access/account/read-account";
import { page } from "@/lib/http/page";

export const metadata: Metadata = { title: "Account" };

export default page(async function AccountPage() {
  const person = await requirePerson();
  return <AccountView account={await readAccount(person)} passwordsAllowed={passwordsAllowed()} />;
});
