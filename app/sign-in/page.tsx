import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { SignInForm } from "@/components/sign-in/sign-in-form";
import { Door } from "@/components/sign-in/door";
import { oidcConfig, passwordsAllowed } from "@/lib/auth/sign-in/oidc-config";
import { currentPerson, localPath } from "@/lib/auth/session/session";
import { signInErrorWords } from "@/lib/auth/sign-in/sign-in-words";
import { page } from "@/lib/http/page";

export const metadata: Metadata = { title: "Sign in" };

export default page(async function SignInPage({
  searchParams,
}: {
  searchParams: Promise<{ callbackUrl?: string | string[]; error?: string | string[] }>;
}) {
  const { callbackUrl, error } = await searchParams;
  const onwards = localPath(pathOf(callbackUrl));
  if (await currentPerson()) redirect(onwards);
  return (
    <Door title="Sign in to Countersign" text="Nothing an agent proposes reaches NetSuite without a person.">
      <SignInForm
        onwards={onwards}
        provider={oidcConfig()?.name ?? null}
        passwords={passwordsAllowed()}
        failedBefore={typeof error === "string" ? signInErrorWords(error) : null}
      />
    </Door>
  );
});

/** NextAuth comes back with a whole address of ours; only its path counts, here or anywhere. */
function pathOf(asked: string | string[] | undefined): string | null {
  if (typeof asked !== "string" || !URL.canParse(asked)) return typeof asked === "string" ? asked : null;
  const { pathname, search } = new URL(asked);
  return pathname + search;
}
