import { Failure } from "@/components/ui/failure";
import { Icon } from "@/components/ui/icons/icon";
import { UntrustedText } from "@/components/ui/untrusted-text";

interface FormEndProps {
  ended: string | null;
  failure: string | null;
}

/** Below the buttons, which it does not move: why the form takes nothing more, or why nothing was sent. */
export function FormEnd({ ended, failure }: FormEndProps) {
  if (ended !== null)
    return (
      <output
        className="flex gap-2 rounded-lg bg-warn-soft p-3 text-sm text-warn"
        data-testid="ended-meanwhile"
      >
        <Icon name="info" className="mt-0.5 size-4 shrink-0" />
        <span>
          <UntrustedText>{ended}</UntrustedText> Nothing more is sent. Above is your draft.
        </span>
      </output>
    );
  return failure === null ? null : <Failure title="Your answer was not taken" text={failure} />;
}
