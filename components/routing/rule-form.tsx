"use client";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { ChoiceField } from "@/components/ui/forms/choice-field";
import { PickField } from "@/components/ui/forms/pick-field";
import { SelectField, TextField } from "@/components/ui/forms/fields";
import type { Routing, RoutingRule } from "@/lib/contract/settings/routing";
import { RISK_TIERS, type RiskTier, tierLabel } from "@/lib/core/action/risk-tier";
import { CHANNEL_KINDS } from "@/lib/core/message/message";
import { CHANNEL_TITLES } from "@/lib/view/channels/channel-words";
import { nameWithEmail } from "@/lib/view/people/name-with-email";
import { namesOf, numberOf, targetKey, targetOf } from "./rule-draft";
import { targetWords } from "./rule-words";

interface RuleFormProps {
  rule: RoutingRule;
  people: Routing["people"];
  /** With each change, so that a reload loses nothing. */
  onDraft: (rule: RoutingRule) => void;
  /** Into the list; it is in force once the list is published. */
  onDone: (rule: RoutingRule) => void;
  onCancel: () => void;
}

const ANY = "";
const TIERS = [
  { value: ANY, name: "Any" },
  ...RISK_TIERS.map((tier) => ({ value: String(tier), name: tierLabel(tier) })),
];
const tierOf = (value: string): RiskTier | null => RISK_TIERS.find((tier) => String(tier) === value) ?? null;
const ABOUT = [
  { value: "action", name: "Proposed actions" },
  { value: "question", name: "Questions" },
  { value: "both", name: "Both" },
];
const ORDERS = [
  { value: "all_at_once", name: "All at once" },
  { value: "one_after_another", name: "One after another, in the order of the list (on call)" },
];
/** As the contract has it. */
const TARGETS_MAX = 20;
/** Kinds that can be set up here. */
const KINDS = CHANNEL_KINDS.filter((kind) => ["email", "slack", "web_push"].includes(kind));

type Set = (more: Partial<RoutingRule>) => void;

/** One rule: what it is about, and who is told when. */
export function RuleForm({ rule, people, onDraft, onDone, onCancel }: RuleFormProps) {
  const [draft, setDraft] = useState(rule);
  const [error, setError] = useState<string | null>(null);
  const set: Set = (more) => {
    const next = { ...draft, ...more };
    setDraft(next);
    onDraft(next);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = draft.name.trim();
    if (name === "") return setError("Must be a name.");
    onDone({ ...draft, name });
  };
  return (
    <form
      onSubmit={submit}
      aria-label="Rule"
      className="grid gap-4 rounded-[10px] border bg-panel p-4 shadow-lift"
      noValidate
    >
      <TextField
        name="name"
        label="Name"
        value={draft.name}
        maxLength={100}
        error={error}
        onChange={({ target: { value } }) => set({ name: value })}
      />
      <WhenFields when={draft.when} setWhen={(more) => set({ when: { ...draft.when, ...more } })} />
      <TellFields draft={draft} set={set} people={people} />
      <HowFields draft={draft} set={set} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" tone="solid">
          Take into the list
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}

interface WhenFieldsProps {
  when: RoutingRule["when"];
  setWhen: (more: Partial<RoutingRule["when"]>) => void;
}

function WhenFields({ when, setWhen }: WhenFieldsProps) {
  const tier = (name: "tier_min" | "tier_max", label: string) => (
    <SelectField
      name={name}
      label={label}
      options={TIERS}
      value={String(when[name] ?? ANY)}
      onChange={({ target: { value } }) => setWhen({ [name]: tierOf(value) })}
    />
  );
  const amount = (name: "amount_min" | "amount_max", label: string) => (
    <TextField
      name={name}
      label={label}
      inputMode="decimal"
      hint="In the company’s currency. Leave it empty for any amount."
      defaultValue={when[name] ?? ""}
      onChange={({ target: { value } }) => setWhen({ [name]: numberOf(value) })}
    />
  );
  const names = (name: "types" | "workspaces", label: string, hint: string) => (
    <TextField
      name={name}
      label={label}
      hint={hint}
      defaultValue={when[name]?.join(", ") ?? ""}
      onChange={({ target: { value } }) => setWhen({ [name]: namesOf(value) })}
    />
  );
  return (
    <>
      <SelectField
        name="about"
        label="About"
        options={ABOUT}
        value={when.about}
        onChange={({ target: { value } }) => setWhen({ about: value as typeof when.about })}
      />
      <div className="grid items-start gap-4 md:grid-cols-2">
        {tier("tier_min", "Tier from")}
        {tier("tier_max", "Tier to")}
        {amount("amount_min", "Impact from")}
        {amount("amount_max", "Impact up to")}
        {names("types", "Types", "Such as ar_note, bid_price_update. Leave it empty for all.")}
        {names("workspaces", "Workspaces", "Workspaces of the workflow that asks. Leave it empty for all.")}
      </div>
    </>
  );
}

function TellFields({ draft, set, people }: { draft: RoutingRule; set: Set; people: Routing["people"] }) {
  const { escalate } = draft;
  const choice = (
    legend: string,
    addLabel: string,
    chosen: RoutingRule["tell"],
    onChange: (to: RoutingRule["tell"]) => void,
  ) => (
    <PickField
      legend={legend}
      hint="Only people who may decide or answer are notified."
      addLabel={addLabel}
      options={targetsOf(people)}
      chosen={chosen.map(targetKey)}
      nameOf={(key) => targetWords(targetOf(key), people)}
      max={TARGETS_MAX}
      onChange={(keys) => onChange(keys.map(targetOf))}
    />
  );
  return (
    <>
      {choice(
        "Notify (empty: everybody who chose to hear of it)",
        "Add a person or a role",
        draft.tell,
        (tell) => set({ tell }),
      )}
      <div className="grid items-start gap-4 md:grid-cols-2">
        <SelectField
          name="order"
          label="In which order"
          options={ORDERS}
          value={draft.order}
          onChange={({ target: { value } }) => set({ order: value as RoutingRule["order"] })}
        />
        {draft.order === "one_after_another" && (
          <TextField
            name="next_after_minutes"
            label="Minutes until the next person"
            inputMode="numeric"
            defaultValue={draft.next_after_minutes}
            onChange={({ target: { value } }) => set({ next_after_minutes: Number(value) })}
          />
        )}
        <TextField
          name="escalate_after"
          label="Minutes until escalation"
          hint="Without a decision or an answer. Empty: never."
          inputMode="numeric"
          defaultValue={escalate?.after_minutes ?? ""}
          onChange={({ target: { value } }) => set({ escalate: escalationOf(numberOf(value), draft) })}
        />
      </div>
      {escalate &&
        choice("Then also notify", "Add a person or a role to the escalation", escalate.tell, (tell) =>
          set({ escalate: { ...escalate, tell } }),
        )}
    </>
  );
}

const targetsOf = (people: Routing["people"]) => [
  ...(["approver", "admin"] as const).map((role) => ({
    value: targetKey({ role }),
    label: targetWords({ role }, people),
  })),
  ...people.map((person) => ({
    value: targetKey({ user_id: person.user_id }),
    label: nameWithEmail(person),
  })),
];

const escalationOf = (minutes: number | null, { escalate }: RoutingRule): RoutingRule["escalate"] =>
  minutes === null ? null : { after_minutes: minutes, tell: escalate?.tell ?? [{ role: "admin" }] };

function HowFields({ draft, set }: { draft: RoutingRule; set: Set }) {
  return (
    <>
      <ChoiceField
        name="by"
        legend="By which channels"
        hint="None ticked: as each chose."
        error={null}
        multiple
        options={KINDS.map((kind) => ({ value: kind, label: CHANNEL_TITLES[kind] }))}
        chosen={draft.by ?? []}
        readOnly={false}
        onChange={(chosen) => set({ by: chosen.length === 0 ? null : (chosen as RoutingRule["by"]) })}
      />
      <ChoiceField
        name="options"
        legend="Options"
        error={null}
        multiple
        options={[
          { value: "enabled", label: "In use" },
          { value: "through", label: "Also in quiet hours" },
          { value: "digest", label: "L1 and L2 as one digest on working days, by mail and Slack" },
        ]}
        chosen={[
          ...(draft.enabled ? ["enabled"] : []),
          ...(draft.through_quiet_hours ? ["through"] : []),
          ...(draft.digest ? ["digest"] : []),
        ]}
        readOnly={false}
        onChange={(chosen) =>
          set({
            enabled: chosen.includes("enabled"),
            through_quiet_hours: chosen.includes("through"),
            digest: chosen.includes("digest"),
          })
        }
      />
    </>
  );
}
