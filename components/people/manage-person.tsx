"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useAnswer } from "@/components/data/use-answer";
import { announce } from "@/components/shell/announcer";
import { Button } from "@/components/ui/button";
import { Sheet, SheetBody, SheetFooter } from "@/components/ui/sheet";
import { Failure } from "@/components/ui/states";
import { StepList } from "@/components/ui/step-list";
import type { PersonView } from "@/lib/contract/people";
import { ChangeRole } from "./change-role";
import { LinkShown } from "./link-shown";
import { PERSON_STEPS, type PersonStep } from "./person-steps";

const roleStep = { key: "role", name: "Change role…", hint: "Holds from their next request on." } as const;
type Choice = PersonStep | typeof roleStep;

interface ManagePersonProps {
  person: PersonView;
  isSelf: boolean;
  onClose: () => void;
}

/** One dialog per person: what can be done, then its question, then its answer. */
export function ManagePerson({ person, isSelf, onClose }: ManagePersonProps) {
  const [step, setStep] = useState<Choice | null>(null);
  if (step && "send" in step) return <AskStep step={step} person={person} onClose={onClose} />;
  if (step) return <ChangeRole person={person} onClose={onClose} />;
  const steps: Choice[] = PERSON_STEPS.filter((each) => each.offered(person, isSelf));
  if (person.status !== "revoked" && !isSelf) steps.unshift(roleStep);
  return (
    <Sheet
      open
      onOpenChange={onClose}
      title={person.name}
      description={
        isSelf
          ? `${person.email} · your own role and membership are another administrator's to change`
          : person.email
      }
    >
      <StepList steps={steps} onChoose={setStep} />
    </Sheet>
  );
}

function AskStep({ step, person, onClose }: { step: PersonStep; person: PersonView; onClose: () => void }) {
  const router = useRouter();
  const { sending, failure, ask } = useAnswer();
  const [link, setLink] = useState<string | null>(null);
  const { title, sentence } = step.ask(person);
  const press = async () => {
    const result = await ask(() => step.send(person.id));
    if (!result) return;
    announce(step.done(person));
    router.refresh();
    if ("link" in result) return setLink(result.link);
    onClose();
  };
  if (link) {
    return (
      <LinkShown
        name={person.name}
        link={link}
        title={`Password link for ${person.name}`}
        onClose={onClose}
      />
    );
  }
  return (
    <Sheet open onOpenChange={onClose} closable={!sending} title={title} description={sentence}>
      {failure && (
        <SheetBody>
          <Failure title="Nothing was changed" text={failure} />
        </SheetBody>
      )}
      <SheetFooter>
        <Button
          tone={step.danger ? "danger" : "solid"}
          disabled={sending}
          data-focus-first
          onClick={() => void press()}
        >
          {sending ? "Sending…" : step.press}
        </Button>
        <Button disabled={sending} onClick={onClose}>
          Cancel
        </Button>
      </SheetFooter>
    </Sheet>
  );
}
