import type { Routing, RoutingRule } from "@/lib/contract/settings/routing";
import { CHANNEL_TITLES } from "@/lib/view/channels/channel-words";
import type { Target } from "./rule-draft";

/** A rule in sentences: what it is about, and who is told. */

type People = Routing["people"];

const ABOUT = { action: "Actions", question: "Questions", both: "Actions and questions" } as const;

export function whenWords({ when }: RoutingRule): string {
  const { tier_min: min, tier_max: max, amount_min: from, amount_max: to } = when;
  const limits = [
    min === null && max === null ? null : min === max ? `L${min}` : `L${min ?? 1} to L${max ?? 5}`,
    when.types && `of type ${when.types.join(", ")}`,
    when.workspaces && `of ${when.workspaces.join(", ")}`,
    from === null ? null : `from ${from}`,
    to === null ? null : `up to ${to}`,
  ].filter((limit) => limit !== null);
  return [ABOUT[when.about], ...limits].join(", ");
}

export function tellWords(rule: RoutingRule, people: People): string {
  const {
    tell,
    order,
    next_after_minutes: minutes,
    escalate,
    by,
    through_quiet_hours: through,
    digest,
  } = rule;
  const who = tell.length === 0 ? "Whoever chose to hear of it" : targetsText(tell, people);
  return [
    order === "one_after_another" ? `${who}, the next after ${minutes} minutes` : who,
    by && `by ${by.map((kind) => CHANNEL_TITLES[kind]).join(", ")}`,
    digest ? "L1 and L2 as a digest" : null,
    through ? "also in quiet hours" : null,
    escalate && `after ${escalate.after_minutes} minutes also ${targetsText(escalate.tell, people)}`,
  ]
    .filter((part) => part !== null)
    .join("; ");
}

const targetsText = (targets: readonly Target[], people: People): string =>
  targets.map((target) => targetWords(target, people)).join(", ");

export const targetWords = (target: Target, people: People): string =>
  "user_id" in target
    ? (people.find(({ user_id: id }) => id === target.user_id)?.name ??
      `person ${target.user_id}, who has left`)
    : `every ${target.role}`;
