"use client";
import { lazily } from "@/components/ui/lazily";
import { Icon } from "@/components/ui/icons/icon";
import { DialogButton } from "@/components/ui/sheets/dialog-button";
import type { AgentKey, AgentView } from "@/lib/contract/people/agents";
import { CodeBlock } from "./code-block";
import { environmentLines } from "./snippets";

const RotateKey = lazily(() =>
  import("@/components/agents/agent-dialogs").then((module) => module.RotateKey),
);

interface KeyStepProps {
  url: string;
  agent: AgentView;
  /** Null: it was shown before, and only its hash is kept. */
  issuedKey: string | null;
  onRotated: (issued: AgentKey) => void;
}

/** Address and key as the environment of the agent's program. The key stands in this page alone, and goes with it. */
export function KeyStep({ url, agent, issuedKey, onRotated }: KeyStepProps) {
  return (
    <>
      {issuedKey === null ? (
        <div className="flex flex-wrap items-center gap-3">
          <p className="max-w-xl min-w-[min(100%,16rem)] flex-1 text-sm text-ink-2">
            The key that begins with <span className="font-mono text-xs">{agent.key_prefix}…</span> was shown
            once, when it was made. Put it in the place of the dots, or rotate it to get a new one.
          </p>
          <DialogButton
            className="max-md:w-full"
            renderDialog={(onClose) => <RotateKey agent={agent} onClose={onClose} onIssued={onRotated} />}
          >
            Rotate key…
          </DialogButton>
        </div>
      ) : (
        <p className="flex gap-2 rounded-lg border border-warn/40 bg-warn-soft p-3 text-sm font-medium text-warn">
          <Icon name="key-round" className="mt-0.5 size-4 shrink-0" />
          You see this key once; only its hash is kept. Copy it now, to where your program keeps its secrets.
        </p>
      )}
      <CodeBlock subject="address and key" caption="The environment of your program">
        {environmentLines(url, issuedKey)}
      </CodeBlock>
      <p className="text-sm text-ink-2">
        With it a program proposes and withdraws, and never decides. Keep it on a server.
      </p>
    </>
  );
}
