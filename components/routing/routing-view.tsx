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
import { useRules } from "./rule-drafts";
import { EMPTY_RULE } from "./rule-draft";
import { tellWords, whenWords } from "./rule-words";

const RuleForm = lazily(() => import("./rule-form").then((module) => module.RuleForm));
const RulePreview = lazily(() => import("./rule-preview").then((module) => module.RulePreview));

/** The company's notification rules: edited as a list, tried, and published together. Mounted again, by its key, for a new version. */
export function RoutingView({ routing }: { routing: Routing }) {
  const { base, rules, isChanged, editing, isOvertaken, change, discard } = useRules(routing);
  // Until the new version is here: what is changed before it would be lost.
  const [isPublishing, setPublishing] = useState(false);
  const changeTo = (next: RoutingRule[]) => change({ rules: next, isChanged: true, editing: null });
  const edit = (place: number, rule: RoutingRule) => change({ editing: { place, rule } });
  return (
    <PageFrame
      title="Notification rules"
      text="Rules choose who is notified of questions and proposed changes outside the app, and when. They never change who may decide. Without a rule, people are notified as they chose in their accounts."
    >
      <BackLink href="/channels">Channels</BackLink>
      <PageSection title="Rules" aside={<Version routing={routing} />}>
        <p className="max-w-2xl text-sm text-ink-2">
          The first rule that matches applies. If rules and quiet hours leave nobody, L4 and L5 still reach a
          person who may decide, as long as a channel reaches one.
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
                onEdit={() => edit(place, rule)}
                onMoveUp={place > 0 ? () => changeTo(movedUp(rules, place)) : null}
                onRemove={() => changeTo(rules.toSpliced(place, 1))}
              />
            ))}
          </ol>
          {editing ? (
            <RuleForm
              key={editing.place}
              rule={editing.rule}
              people={routing.people}
              onDraft={(rule) => edit(editing.place, rule)}
              onDone={(rule) =>
                changeTo(editing.place < rules.length ? rules.with(editing.place, rule) : [...rules, rule])
              }
              onCancel={() => change({ editing: null })}
            />
          ) : (
            <div>
              <Button onClick={() => edit(rules.length, EMPTY_RULE)}>Add a rule</Button>
            </div>
          )}
        </fieldset>
        {isChanged && <Unpublished isOvertaken={isOvertaken} onDiscard={discard} />}
        {isChanged && editing === null && (
          <Publish
            base={base}
            rules={rules}
            isPublishing={isPublishing}
            setPublishing={setPublishing}
            onPublished={() => change({ publishedAs: base + 1 })}
          />
        )}
      </PageSection>
      <RulePreview rules={isChanged ? rules : null} />
      <PeopleTimes people={routing.people} />
    </PageFrame>
  );
}

/** These changes are this tab's: a reload keeps them. */
function Unpublished({ isOvertaken, onDiscard }: { isOvertaken: boolean; onDiscard: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-ink-2">
      <p className="min-w-0 flex-1">
        {isOvertaken
          ? "Somebody published other rules since you began: discard your changes to see those."
          : "Not published yet. This tab keeps your changes."}
      </p>
      <Button size="small" onClick={onDiscard}>
        Discard changes
      </Button>
    </div>
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
  onPublished: () => void;
}

function Publish({ base, rules, isPublishing, setPublishing, onPublished }: PublishProps) {
  const router = useRouter();
  const { failure, errorOf, send } = useSubmission();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const note = String(form.get("note"));
    setPublishing(true);
    if (!(await send(() => act("publishRouting", { base_version: base, rules, note }), form)))
      return setPublishing(false);
    onPublished();
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
