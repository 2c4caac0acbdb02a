import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { SignInForm } from "@/components/sign-in/sign-in-form";
import { Door } from "@/components/sign-in/door";
import { oidcConfig, passwordsAllowed } from "@/lib/auth/sign-in/oidc-config";
import { currentPerson, localPath } from "@/lib/auth/session/session";
import { signInErrorWords } from "@/lib/auth/sign-in/sign-in-words";
import { page } from "@/lib/http/page";
import { readSearchParams, type SearchParams } from "@/lib/http/search-params";

export const metadata: Metadata = { title: "Sign in" };

export default page(async function SignInPage({ searchParams }: { searchParams: SearchParams }) {
  const param = await readSearchParams(searchParams);
  const error = param("error");
  const onwards = localPath(pathOf(param("callbackUrl")));
  if (await currentPerson()) redirect(onwards);
  return (
    <Door title="Sign in to Countersign" text="Nothing an agent proposes reaches NetSuite without a person.">
      <SignInForm
        onwards={onwards}
        provider={oidcConfig()?.name ?? null}
        passwords={passwordsAllowed()}
        failedBefore={error === null ? null : signInErrorWords(error)}
      />
    </Door>
  );
});

/** NextAuth comes back with a whole address of ours; only its path counts, here or anywhere. */
function pathOf(address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return address;
  const { pathname, search } = new URL(address);
  return pathname + search;
}
