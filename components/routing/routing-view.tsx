"use client";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { announce } from "@/components/ui/announcer";
import { BackLink } from "@/components/ui/back-link";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { TextField } from "@/components/ui/forms/fields";
import { useSubmission } from "@/components/ui/forms/use-submission";
import { lazily } from "@/components/ui/lazily";
import { PageFrame, PageSection } from "@/components/ui/page";
import { RelativeTime } from "@/components/ui/time";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { Routing, RoutingRule } from "@/lib/contract/settings/routing";
import { act } from "@/lib/operations/act";
import { PeopleTimes } from "./people-times";
import { EMPTY_RULE } from "./rule-draft";
import { tellWords, whenWords } from "./rule-words";

const RuleForm = lazily(() => import("./rule-form").then((module) => module.RuleForm));
const RulePreview = lazily(() => import("./rule-preview").then((module) => module.RulePreview));

/** The company's rules of whom to tell: edited as a list, tried, and published together. A new version begins anew, by its key. */
export function RoutingView({ routing }: { routing: Routing }) {
  const [rules, setRules] = useState<RoutingRule[]>(routing.rules);
  const [isChanged, setChanged] = useState(false);
  // Until the new version is here: what is changed before it would be lost.
  const [isPublishing, setPublishing] = useState(false);
  const change = (next: RoutingRule[]) => {
    setRules(next);
    setChanged(true);
  };
  const [editing, setEditing] = useState<number | null>(null);
  const put = (place: number, rule: RoutingRule) => {
    change(place < rules.length ? rules.with(place, rule) : [...rules, rule]);
    setEditing(null);
  };
  const edited = editing === null ? null : (rules[editing] ?? EMPTY_RULE);
  return (
    <PageFrame
      title="Who is told"
      text="Rules choose who hears of questions and proposed changes outside the app, and when. They never change who may decide. Without a rule, whoever chose it in their account is told."
    >
      <BackLink href="/channels">Channels</BackLink>
      <PageSection title="Rules" aside={<Version routing={routing} />}>
        <p className="text-sm text-ink-2">
          The first rule that matches applies. Where rules and quiet hours would leave nobody, L4 and L5 still
          reach somebody who may decide, if a channel reaches them.
        </p>
        {rules.length === 0 && (
          <p className="text-sm text-ink-2">No rules yet: each person’s own choices apply.</p>
        )}
        <fieldset disabled={isPublishing} className="contents">
          <ol className="grid gap-2" aria-label="Rules">
            {rules.map((rule, place) => (
              <RuleLine
                key={place}
                rule={rule}
                people={routing.people}
                onEdit={() => setEditing(place)}
                onMoveUp={place > 0 ? () => change(movedUp(rules, place)) : null}
                onRemove={() => change(rules.toSpliced(place, 1))}
              />
            ))}
          </ol>
          {edited ? (
            <RuleForm
              key={editing}
              rule={edited}
              people={routing.people}
              onDone={(rule) => put(editing!, rule)}
              onCancel={() => setEditing(null)}
            />
          ) : (
            <div>
              <Button onClick={() => setEditing(rules.length)}>Add a rule</Button>
            </div>
          )}
        </fieldset>
        {isChanged && edited === null && (
          <Publish
            base={routing.version}
            rules={rules}
            isPublishing={isPublishing}
            setPublishing={setPublishing}
          />
        )}
      </PageSection>
      <RulePreview rules={isChanged ? rules : null} />
      <PeopleTimes people={routing.people} />
    </PageFrame>
  );
}

interface RuleLineProps {
  rule: RoutingRule;
  people: Routing["people"];
  onEdit: () => void;
  /** Null: it is the first. */
  onMoveUp: (() => void) | null;
  onRemove: () => void;
}

function RuleLine({ rule, people, onEdit, onMoveUp, onRemove }: RuleLineProps) {
  return (
    <li className="grid gap-2 rounded-[10px] border bg-panel p-3.5 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <b className="font-semibold">
          <UntrustedText>{rule.name}</UntrustedText>
        </b>
        {!rule.enabled && <Badge tone="neutral">off</Badge>}
      </p>
      <p className="text-ink-2">
        <UntrustedText>{whenWords(rule)}</UntrustedText>
        <br />
        <UntrustedText>{tellWords(rule, people)}</UntrustedText>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={onEdit}>
          Edit {rule.name}
        </Button>
        {onMoveUp && (
          <Button size="small" onClick={onMoveUp}>
            Move up {rule.name}
          </Button>
        )}
        <Button size="small" onClick={onRemove}>
          Remove {rule.name}
        </Button>
      </div>
    </li>
  );
}

const movedUp = (rules: readonly RoutingRule[], place: number): RoutingRule[] =>
  rules.with(place - 1, rules[place]!).with(place, rules[place - 1]!);

function Version({ routing: { version, published_by: by, published_at: at } }: { routing: Routing }) {
  if (at === null) return null;
  return (
    <p className="text-xs text-ink-3">
      Version {version}, published by {by} <RelativeTime iso={at} />
    </p>
  );
}

interface PublishProps {
  base: number;
  rules: RoutingRule[];
  isPublishing: boolean;
  setPublishing: (to: boolean) => void;
}

function Publish({ base, rules, isPublishing, setPublishing }: PublishProps) {
  const router = useRouter();
  const { failure, errorOf, send } = useSubmission();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const note = String(form.get("note"));
    setPublishing(true);
    if (!(await send(() => act("publishRouting", { base_version: base, rules, note }), form)))
      return setPublishing(false);
    announce("The rules are in force.");
    router.refresh();
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="grid max-w-xl gap-3 border-t pt-3.5" noValidate>
      <TextField
        name="note"
        label="Why these rules change"
        hint="Whoever a new rule names hears of what already waits."
        error={errorOf("note")}
        disabled={isPublishing}
        maxLength={500}
      />
      {failure && <Failure title="The rules were not published" text={failure} />}
      <div>
        <Button type="submit" tone="solid" disabled={isPublishing}>
          {isPublishing ? "Publishing…" : "Publish these rules"}
        </Button>
      </div>
    </form>
  );
}
