"use client";
import { useState } from "react";
import { announce } from "@/components/ui/announcer";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { useSubmission } from "@/components/ui/forms/use-submission";
import type { ChannelTest, ChannelView } from "@/lib/contract/settings/channels";
import { act } from "@/lib/operations/act";

/** Sends its person a message and shows what became of it. */
export function TestButton({ channel: { kind, title } }: { channel: ChannelView }) {
  const { sending, failure, send } = useSubmission();
  const [result, setResult] = useState<ChannelTest | null>(null);
  const test = async () => {
    setResult(null);
    const answered = await send(() => act("testChannel", { kind }));
    if (!answered) return;
    setResult(answered);
    announce(answered.words);
  };
  const problem = failure ?? (result?.outcome === "sent" ? null : result?.words);
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={() => void test()} disabled={sending}>
          {sending ? "Sending…" : `Send a test: ${title.toLowerCase()}`}
        </Button>
        {result?.outcome === "sent" && <span className="text-sm text-ink-2">{result.words}</span>}
      </div>
      {problem && <Failure title="No test arrived" text={problem} />}
    </div>
  );
}
