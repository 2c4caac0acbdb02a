"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useAnswer } from "@/components/ui/forms/use-submission";
import { announce } from "@/components/ui/announcer";
import { SelectField } from "@/components/ui/forms/select-field";
import { Sheet } from "@/components/ui/sheets/sheet";
import { SheetForm } from "@/components/ui/sheets/sheet-form";
import type { AgentKey, AgentView } from "@/lib/contract/people";
import { act } from "@/lib/operations/act";
import { KeyShown } from "./agent-key";

const graces = [
  { value: "0", name: "At once: whatever uses it fails until it has the new one" },
  { value: "1", name: "In one hour" },
  { value: "8", name: "In eight hours" },
  { value: "24", name: "In a day" },
];

export function RotateKey({ agent, onClose }: { agent: AgentView; onClose: () => void }) {
  const router = useRouter();
  const asking = useAnswer(["grace_hours"]);
  const { sending, errorOf } = asking;
  const [made, setMade] = useState<AgentKey | null>(null);
  const submit = async (form: FormData) => {
    const grace_hours = Number(form.get("grace_hours"));
    const result = await asking.ask(() => act("rotateAgentKey", { id: agent.id, grace_hours }));
    if (!result) return;
    announce(`${agent.name} has a new key.`);
    router.refresh();
    setMade(result);
  };
  if (made) return <KeyShown made={made} onClose={onClose} />;
  return (
    <Sheet
      open
      onOpenChange={onClose}
      closable={!sending}
      title={`Rotate the key of ${agent.name}?`}
      description="You see the new key once. A leaked key is stopped at once; a planned change may leave time."
    >
      <SheetForm
        asking={asking}
        failed="The key was not changed"
        press="Rotate key"
        pressed="Rotating…"
        tone="danger"
        onSubmit={submit}
        onClose={onClose}
      >
        <SelectField
          id="grace"
          name="grace_hours"
          label={`The present key (${agent.key_prefix}…) stops`}
          options={graces}
          error={errorOf("grace_hours")}
          disabled={sending}
          data-focus-first
        />
      </SheetForm>
    </Sheet>
  );
}
