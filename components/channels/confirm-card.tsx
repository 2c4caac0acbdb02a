"use client";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { useSubmission } from "@/components/ui/forms/use-submission";
import { PageFrame } from "@/components/ui/page";
import type { OperationResult } from "@/lib/http/server-action";

interface ConfirmCardProps {
  title: string;
  text: string;
  children?: ReactNode;
  press: string;
  send: () => Promise<OperationResult<object>>;
}

/** A page that somebody was led to: opening it changes nothing, its one button does. */
export function ConfirmCard({ title, text, children, press, send }: ConfirmCardProps) {
  const router = useRouter();
  const submission = useSubmission();
  const confirm = async () => {
    if (await submission.send(send)) router.replace("/channels");
  };
  return (
    <PageFrame title={title} text={text}>
      <div className="grid justify-items-start gap-3 rounded-[10px] border bg-panel p-4 shadow-lift">
        {children}
        {submission.failure && <Failure title="Nothing was changed" text={submission.failure} />}
        <Button tone="solid" disabled={submission.sending} onClick={() => void confirm()}>
          {press}
        </Button>
      </div>
    </PageFrame>
  );
}
