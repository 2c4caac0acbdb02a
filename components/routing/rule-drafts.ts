"use client";
import { useEffect } from "react";
import { useViewer } from "@/components/data/viewer";
import { createDrafts } from "@/components/state/drafts";
import type { Routing, RoutingRule } from "@/lib/contract/settings/routing";

/** Changes to the rules, until they are published. */
export interface RulesDraft {
  /** The version that they began from. */
  base: number;
  rules: RoutingRule[];
  /** False: no rule was changed yet. */
  isChanged: boolean;
  /** The rule in the form, and its place in the list. Null: none is edited. */
  editing: { place: number; rule: RoutingRule } | null;
  /** The version that they became: the page that shows it forgets them. */
  publishedAs: number | null;
}

function isRulesDraft(value: unknown): value is RulesDraft {
  const { base, rules, editing } = (value ?? {}) as Partial<RulesDraft>;
  return typeof base === "number" && Array.isArray(rules) && editing !== undefined;
}

const drafts = createDrafts("countersign.routing", isRulesDraft);

/** The place of the rule that is edited. Null if other rules are in force by now, where the place means nothing. */
const editingOf = ({ base, editing }: RulesDraft, version: number) => (base === version ? editing : null);

/** The rules in force, or what this tab has made of them. One person's changes are not shown to the next one who signs in. */
export function useRules({ version, rules }: Routing) {
  const { tenantId, email } = useViewer();
  const key = JSON.stringify([tenantId, email]);
  const own = drafts.useDraft(key);
  const isOver = own !== null && own.publishedAs !== null && own.publishedAs <= version;
  useEffect(() => {
    if (isOver) drafts.keep(key, null);
  }, [isOver, key]);
  const begun: RulesDraft = { base: version, rules, isChanged: false, editing: null, publishedAs: null };
  const now =
    own === null || isOver ? begun : own.isChanged ? own : { ...begun, editing: editingOf(own, version) };
  return {
    ...now,
    /** Somebody published since these changes began. */
    isOvertaken: now.base < version,
    change: (more: Partial<RulesDraft>) => drafts.keep(key, { ...now, ...more }),
    discard: () => drafts.keep(key, null),
  };
}
