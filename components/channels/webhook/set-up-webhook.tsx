"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { lazyDialog } from "@/components/ui/sheets/lazy-dialog";
import type { QuestionWebhook } from "@/lib/contract/settings/question-webhook";

const ConnectWebhook = lazyDialog(() => import("./webhook-dialogs").then((module) => module.ConnectWebhook));
const ManageWebhook = lazyDialog(() => import("./webhook-dialogs").then((module) => module.ManageWebhook));

/** One for both states, so that the secret stays to be read while the page behind it learns of the new webhook. */
export function SetUpWebhook({ webhook }: { webhook: QuestionWebhook | null }) {
  const [open, setOpen] = useState<"connect" | "manage" | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Button opens onClick={() => setOpen(webhook === null ? "connect" : "manage")}>
        {webhook === null ? "Connect…" : "Manage…"}
      </Button>
      {open === "connect" && <ConnectWebhook onClose={close} />}
      {open === "manage" && webhook !== null && <ManageWebhook webhook={webhook} onClose={close} />}
    </>
  );
}
