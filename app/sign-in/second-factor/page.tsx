import type { Metadata } from "next";
import { Door } from "@/components/sign-in/door";
import { EnrolForm } from "@/components/sign-in/enrol-form";
import { SecondFactorForm } from "@/components/sign-in/second-factor-form";
import { SignOutLine } from "@/components/sign-in/sign-out-line";
import { passwordsAllowed } from "@/lib/auth/sign-in/oidc-config";
import { localPath, requireUnproven } from "@/lib/auth/session/session";
import { readPasskeys } from "@/lib/gateway/access/account/passkeys";
import { readAccount } from "@/lib/gateway/access/account/read-account";
import { page } from "@/lib/http/page";
import { readSearchParams, type SearchParams } from "@/lib/http/search-params";

export const metadata: Metadata = { title: "Second factor" };

export default page(async function SecondFactorPage({ searchParams }: { searchParams: SearchParams }) {
  const onwards = localPath((await readSearchParams(searchParams))("callbackUrl"));
  const person = await requireUnproven(onwards);
  const { second_factor_set: isSet, password_set: hasPassword } = await readAccount(person);
  const { usable: hasPasskey } = await readPasskeys(person);
  return (
    <Door
      title={isSet ? "Enter your code" : "Set up an authenticator app"}
      text={
        isSet
          ? "You administer here, so a password alone does not let you in."
          : "You administer here, so you need a second factor before you go on. Any app that makes six-digit codes will do."
      }
    >
      {isSet ? (
        <SecondFactorForm onwards={onwards} hasPasskey={hasPasskey} />
      ) : (
        <EnrolForm onwards={onwards} needsPassword={hasPassword && passwordsAllowed()} />
      )}
      <SignOutLine email={person.email} />
    </Door>
  );
});
