import type { Metadata } from "next";
import { Door } from "@/components/sign-in/door";
import { SetPasswordForm } from "@/components/sign-in/set-password-form";

export const metadata: Metadata = { title: "Set your password", referrer: "no-referrer" };
// A fresh nonce per request: without one no script of this page runs.
export const dynamic = "force-dynamic";

export default function SetPasswordPage() {
  return (
    <Door title="Set your password" text="With the link an administrator gave you. It works once.">
      <SetPasswordForm />
    </Door>
  );
}
