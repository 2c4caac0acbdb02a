"use client";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { rotateKeyOnPage } from "@/app/(inbox)/agents/actions";
import { useAnswer } from "@/components/data/use-answer";
import { announce } from "@/components/shell/announcer";
import { Button } from "@/components/ui/button";
import { SelectField } from "@/components/ui/select-field";
import { Sheet, SheetBody, SheetFooter } from "@/components/ui/sheet";
import { Failure } from "@/components/ui/states";
import type { AgentKey, AgentView } from "@/lib/contract/people";
import { KeyShown } from "./agent-key";

const graces = [
  { value: "0", name: "At once: whatever uses it fails until it has the new one" },
  { value: "1", name: "In one hour" },
  { value: "8", name: "In eight hours" },
  { value: "24", name: "In a day" },
];

export function RotateKey({ agent, onClose }: { agent: AgentView; onClose: () => void }) {
  const router = useRouter();
  const { sending, failure, errorOf, ask } = useAnswer(["grace_hours"]);
  const [made, setMade] = useState<AgentKey | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const grace_hours = Number(new FormData(event.currentTarget).get("grace_hours"));
    const result = await ask(() => rotateKeyOnPage({ id: agent.id, grace_hours }));
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
      <form onSubmit={(event) => void submit(event)} className="flex min-h-0 flex-col">
        <SheetBody>
          <SelectField
            id="grace"
            name="grace_hours"
            label={`The present key (${agent.key_prefix}…) stops`}
            options={graces}
            error={errorOf("grace_hours")}
            disabled={sending}
            data-focus-first
          />
          {failure && <Failure title="The key was not changed" text={failure} />}
        </SheetBody>
        <SheetFooter>
          <Button type="submit" tone="danger" disabled={sending}>
            {sending ? "Rotating…" : "Rotate key"}
          </Button>
          <Button disabled={sending} onClick={onClose}>
            Cancel
          </Button>
        </SheetFooter>
      </form>
    </Sheet>
  );
}
