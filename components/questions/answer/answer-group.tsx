import type { ReactNode } from "react";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { AnswerField } from "@/lib/view/questions/answer-form";

interface AnswerGroupProps {
  field: AnswerField;
  /** Its fields. */
  children: ReactNode;
}

/** Fields that belong together: a whole answer, or a part of it with a name. */
export function AnswerGroup({ field, children }: AnswerGroupProps) {
  if (field.label === null) return <div className="grid grid-cols-[minmax(0,1fr)] gap-4">{children}</div>;
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-4 border-l-2 border-line-strong pl-3.5">
      <legend className="mb-2 text-sm font-semibold">
        <UntrustedText>{field.label}</UntrustedText>
      </legend>
      {field.hint !== null && (
        <p className="-mt-3 text-xs text-ink-3">
          <UntrustedText>{field.hint}</UntrustedText>
        </p>
      )}
      {children}
    </fieldset>
  );
}
