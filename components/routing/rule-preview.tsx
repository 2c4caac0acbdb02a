"use client";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { SelectField, TextField } from "@/components/ui/forms/fields";
import { useSubmission } from "@/components/ui/forms/use-submission";
import { PageSection } from "@/components/ui/page";
import { RelativeTime } from "@/components/ui/time";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { RoutedView, RoutingRule } from "@/lib/contract/settings/routing";
import { act } from "@/lib/operations/act";
import { CHANNEL_TITLES } from "@/lib/view/channels/channel-words";

const KINDS = [
  { value: "action", name: "Proposed action" },
  { value: "question", name: "Question" },
];

/** The people who would hear of one action or question now. `rules`: those on this page, where they differ from those in force. */
export function RulePreview({ rules }: { rules: RoutingRule[] | null }) {
  const { sending, failure, errorOf, send } = useSubmission();
  const [kind, setKind] = useState("action");
  const [routed, setRouted] = useState<RoutedView | null>(null);
  const name = kind === "action" ? "action_id" : "question_id";
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const id = Number(form.get(name));
    const subject = kind === "action" ? { action_id: id } : { question_id: id };
    setRouted(await send(() => act("previewRouting", { ...subject, ...(rules && { rules }) }), form));
  };
  return (
    <PageSection title="Try them">
      <p className="text-sm text-ink-2">
        {rules ? "Uses the rules on this page, published or not" : "Uses the rules in force"}. Nobody is
        notified.
      </p>
      <form onSubmit={(event) => void submit(event)} className="flex flex-wrap items-end gap-3" noValidate>
        <SelectField
          name="kind"
          label="About"
          options={KINDS}
          value={kind}
          disabled={sending}
          onChange={({ target: { value } }) => setKind(value)}
        />
        <TextField name={name} label="Number" inputMode="numeric" error={errorOf(name)} disabled={sending} />
        <Button type="submit" disabled={sending}>
          {sending ? "Asking…" : "Who would be notified?"}
        </Button>
      </form>
      {failure && <Failure title="The preview failed" text={failure} />}
      <div aria-live="polite">{routed && <RoutedList routed={routed} />}</div>
    </PageSection>
  );
}

function RoutedList({ routed: { rule, people } }: { routed: RoutedView }) {
  const reached = people.filter(({ told_at: at }) => at !== null);
  return (
    <div className="grid gap-2 text-sm">
      <p>
        {rule === null ? "No rule matches." : `The rule “${rule}” matches.`}{" "}
        {reached.length === 0
          ? "Nobody would be notified."
          : `${reached.length} of ${people.length} would be notified.`}
      </p>
      <ul className="grid" aria-label="Who would be notified">
        {people.map(({ user_id: id, name, told_at: at, by, why }) => (
          <li key={id} className="grid gap-0.5 border-t py-2 first:border-t-0">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <b className="font-semibold">
                <UntrustedText>{name}</UntrustedText>
              </b>
              {at === null ? (
                <span className="text-ink-3">not notified</span>
              ) : (
                <span className="text-ink-2">
                  {by.map((kind) => CHANNEL_TITLES[kind]).join(", ")}, <RelativeTime iso={at} />
                </span>
              )}
            </p>
            <p className="text-ink-2">
              <UntrustedText>{why}</UntrustedText>
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}
