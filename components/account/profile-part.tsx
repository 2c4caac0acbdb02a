"use client";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { useSubmission } from "@/components/ui/forms/use-submission";
import { announce } from "@/components/ui/announcer";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { TextField } from "@/components/ui/forms/fields";
import { act } from "@/lib/operations/act";
import { Part } from "./part";

export function ProfilePart({ name }: { name: string }) {
  const router = useRouter();
  const { sending, failure, errorOf, send } = useSubmission();
  const [text, setText] = useState(name);
  const [saved, setSaved] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSaved(false);
    const form = new FormData(event.currentTarget);
    if (!(await send(() => act("renameSelf", { name: text }), form))) return;
    setSaved(true);
    announce("Your name is changed.");
    router.refresh();
  };
  return (
    <Part title="Name" text="It is shown beside your decisions. Earlier decisions keep the old name.">
      <form onSubmit={(event) => void submit(event)} className="grid gap-3.5">
        <TextField
          name="name"
          label="Your name"
          autoComplete="name"
          maxLength={200}
          value={text}
          error={errorOf("name")}
          disabled={sending}
          onChange={(event) => {
            setText(event.target.value);
            setSaved(false);
          }}
        />
        {failure && <Failure title="Your name was not changed" text={failure} />}
        <div className="flex items-center gap-3">
          <Button type="submit" disabled={sending || text.trim() === "" || text.trim() === name}>
            {sending ? "Saving…" : "Save name"}
          </Button>
          {saved && <span className="text-xs text-ink-2">Saved.</span>}
        </div>
      </form>
    </Part>
  );
}
