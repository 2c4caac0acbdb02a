import type { ReactNode } from "react";
import { Icon } from "./icons/icon";

interface FailureProps {
  title: string | null;
  text: string;
  children?: ReactNode;
}

/** A failure that stands where its content would: says what to do. */
export function Failure({ title, text, children }: FailureProps) {
  return (
    <div role="alert" className="flex gap-3 rounded-lg border border-bad/30 bg-bad-soft p-3 text-sm text-bad">
      <Icon name="circle-alert" className="mt-0.5 size-4 shrink-0" />
      <div className="grid justify-items-start gap-1.5">
        {title && <p className="font-semibold">{title}</p>}
        <p>{text}</p>
        {children}
      </div>
    </div>
  );
}
