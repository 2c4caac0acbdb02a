"use client";
import { useState } from "react";
import { useSteppedUp } from "@/components/step-up/stepped-up";
import { FormSheet } from "@/components/ui/sheets/form-sheet";
import type { PersonView } from "@/lib/contract/people/people";
import { nameWithEmail } from "@/lib/view/people/name-with-email";
import { PasswordLinkSheet } from "./password-link-sheet";
import { PersonAddress } from "./person-address";
import type { PersonQuestion } from "./person-steps";

interface AskPersonProps {
  question: PersonQuestion;
  person: PersonView;
  onClose: () => void;
}

/** One question about a person, with its answer. */
export function AskPerson({ question, person: current, onClose }: AskPersonProps) {
  const steppedUp = useSteppedUp();
  // As they were when the dialog opened: a colleague may ask for another role meanwhile.
  const [person] = useState(current);
  const { title, sentence } = question.ask(person);
  return (
    <FormSheet
      asks
      title={title}
      description={
        <>
          <PersonAddress email={person.email} />
          {sentence}
        </>
      }
      press={question.press}
      tone={question.danger ? "danger" : "solid"}
      refreshes
      send={() => question.send(person, steppedUp)}
      done={(result) => question.done(person, result)}
      renderNext={(result) =>
        "link" in result && (
          <PasswordLinkSheet
            name={nameWithEmail(person)}
            link={result.link}
            title={`Password link for ${person.name}`}
            onClose={onClose}
          />
        )
      }
      onClose={onClose}
    />
  );
}
