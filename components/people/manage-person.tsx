"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { announce } from "@/components/ui/announcer";
import { ConfirmSheet } from "@/components/ui/sheets/confirm-sheet";
import { Sheet } from "@/components/ui/sheets/sheet";
import { StepList } from "@/components/ui/sheets/step-list";
import type { PersonView } from "@/lib/contract/people";
import { ChangeRole } from "./change-role";
import { NewPasswordLink } from "./password-link";
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
  const [link, setLink] = useState<string | null>(null);
  const { title, sentence } = step.ask(person);
  if (link) {
    return (
      <NewPasswordLink
        name={person.name}
        link={link}
        title={`Password link for ${person.name}`}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmSheet
      title={title}
      sentence={sentence}
      press={step.press}
      tone={step.danger ? "danger" : "solid"}
      send={() => step.send(person.id)}
      onAnswer={(result) => {
        router.refresh();
        if (!("link" in result)) return step.done(person);
        announce(step.done(person));
        setLink(result.link);
        return null;
      }}
      onClose={onClose}
    />
  );
}
