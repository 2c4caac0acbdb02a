import { Icon } from "@/components/ui/icons/icon";
import { SheetBody } from "./sheet";

interface Step {
  key: string;
  name: string;
  hint: string;
}

interface StepListProps<S> {
  steps: readonly S[];
  onChoose: (step: S) => void;
}

/** The changes that one thing allows, each with a line about its effect; a press leads to its question. */
export function StepList<S extends Step>({ steps, onChoose }: StepListProps<S>) {
  return (
    <SheetBody className="gap-0! py-2!">
      {steps.map((step, index) => (
        <button
          key={step.key}
          type="button"
          {...(index === 0 ? { "data-focus-first": true } : {})}
          onClick={() => onChoose(step)}
          className="-mx-2 flex min-h-14 items-center gap-3 rounded-lg px-2 py-2 text-left hover:bg-sunken"
        >
          <span className="grid min-w-0 flex-1">
            <span className="text-sm font-medium">{step.name}</span>
            <span className="text-xs text-ink-3">{step.hint}</span>
          </span>
          <Icon name="chevron-right" className="size-4 shrink-0 text-ink-3" />
        </button>
      ))}
    </SheetBody>
  );
}
