import type { RoutingRule } from "@/lib/contract/settings/routing";

/** A rule as its form holds it: texts, until they are sent. */

export type Target = RoutingRule["tell"][number];

export const EMPTY_RULE: RoutingRule = {
  name: "",
  enabled: true,
  when: {
    about: "action",
    tier_min: null,
    tier_max: null,
    types: null,
    workspaces: null,
    amount_min: null,
    amount_max: null,
  },
  tell: [],
  order: "all_at_once",
  next_after_minutes: 15,
  escalate: null,
  by: null,
  through_quiet_hours: false,
  digest: false,
};

export const targetKey = (target: Target): string =>
  "user_id" in target ? `user:${target.user_id}` : `role:${target.role}`;

export function targetOf(key: string): Target {
  const [kind, value] = key.split(":") as ["user" | "role", string];
  return kind === "user" ? { user_id: Number(value) } : ({ role: value } as Target);
}

/** `a, b` as a list. Nothing: null, which limits nothing. */
export function namesOf(text: string): string[] | null {
  const names = text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  return names.length === 0 ? null : names;
}

export const numberOf = (text: string): number | null => (text.trim() === "" ? null : Number(text));
