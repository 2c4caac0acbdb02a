"use client";
import { useState } from "react";
import { useKeptReplies } from "@/components/questions/queries";
import { TextField } from "@/components/ui/forms/text-field";
import { ConfirmButton } from "@/components/ui/sheets/confirm-button";
import { RelativeTime } from "@/components/ui/time";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { InteractionView } from "@/lib/contract/interactions/interactions";
import type { ReplyView } from "@/lib/contract/interactions/replies";
import { act } from "@/lib/operations/act";

interface VerifyReplyProps {
  question: InteractionView;
  reply: ReplyView;
}

/** A person says once whether a reply was read rightly. It changes no answer. */
export function VerifyReply({ question, reply }: VerifyReplyProps) {
  if (reply.verified !== null) return <Verification verified={reply.verified} />;
  return (
    <div className="flex flex-wrap gap-2">
      {[true, false].map((isRight) => (
        <VerifyButton key={String(isRight)} id={question.id} replyId={reply.id} isRight={isRight} />
      ))}
    </div>
  );
}

function Verification({
  verified: { is_right: isRight, by, at, notes },
}: {
  verified: NonNullable<ReplyView["verified"]>;
}) {
  return (
    <p className="text-xs text-ink-2" data-testid="reply-verified">
      <UntrustedText>{by}</UntrustedText> found it read {isRight ? "rightly" : "wrongly"}{" "}
      <RelativeTime iso={at} />
      {notes !== null && (
        <>
          {": "}
          <UntrustedText edge>{notes}</UntrustedText>
        </>
      )}
    </p>
  );
}

const NOTES_CHARACTERS_MAX = 2_000;

function VerifyButton({ id, replyId, isRight }: { id: number; replyId: number; isRight: boolean }) {
  const keep = useKeptReplies();
  const [notes, setNotes] = useState("");
  const words = isRight ? "Read rightly" : "Read wrongly";
  return (
    <ConfirmButton
      size="small"
      label={`${words}…`}
      title={`Was this reply read ${isRight ? "rightly" : "wrongly"}?`}
      description="It is kept with your name, once. No answer changes."
      failed="Nothing was kept"
      press={words}
      pressed="Keeping it…"
      leave="Say nothing"
      send={() =>
        act("verifyReply", {
          id,
          reply_id: replyId,
          is_right: isRight,
          ...(notes.trim() === "" ? {} : { notes }),
        })
      }
      done={(replies) => {
        keep(id, replies);
        return "It is kept.";
      }}
    >
      <TextField
        name="notes"
        label="Note"
        hint="May stay empty. Everybody who sees the question reads it."
        maxLength={NOTES_CHARACTERS_MAX}
        value={notes}
        onChange={(event) => setNotes(event.target.value)}
      />
    </ConfirmButton>
  );
}
