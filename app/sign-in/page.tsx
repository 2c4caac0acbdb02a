import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { SignInForm } from "@/components/shell/sign-in-form";
import { Mark } from "@/components/shell/mark";
import { currentPerson, localPath } from "@/lib/auth/session";
import { page } from "@/lib/http/page";

export const metadata: Metadata = { title: "Sign in" };

export default page(async function SignInPage({
  searchParams,
}: {
  searchParams: Promise<{ callbackUrl?: string | string[] }>;
}) {
  const asked = (await searchParams).callbackUrl;
  const onwards = localPath(typeof asked === "string" ? asked : null);
  if (await currentPerson()) redirect(onwards);
  return (
    <main className="grid min-h-dvh content-start justify-items-center px-5 pt-[16dvh] pb-10">
      <div className="grid w-full max-w-[360px] gap-6">
        <div className="grid gap-3">
          <Mark className="size-9!" />
          <div className="grid gap-1">
            <h1 className="text-[22px] leading-7 font-semibold tracking-tight">Sign in to Countersign</h1>
            <p className="text-sm text-ink-2">Nothing an agent proposes reaches NetSuite without a person.</p>
          </div>
        </div>
        <SignInForm onwards={onwards} />
      </div>
    </main>
  );
});
