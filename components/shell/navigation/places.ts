import type { IconName } from "@/components/ui/icons/icon-names";
import type { Overview } from "@/lib/contract/monitoring/overview";
import { viewHref, VIEW_WORDS, type View } from "@/lib/view/views";

/** Every place: the navigation, the phone's menu, the palette and the G keys are made from this one list. */
export interface Place {
  name: string;
  href: string;
  icon: IconName;
  /** The letter after G. */
  letter: string;
  /** `system`: how the installation does its work. Account stands in the viewer's own menu. */
  group: "actions" | "control" | "system" | "account";
  view: View | null;
  /** Shown beside the name, unless it is 0. */
  count?: (overview: Overview) => number;
  /** Shown where examples are (usePlaces). */
  example?: true;
  /** Shown to administrators alone; the page itself refuses everybody else. */
  adminOnly?: true;
}

const list = (view: View, icon: IconName, letter: string, count?: Place["count"]): Place => {
  const { name } = VIEW_WORDS[view];
  return { name, href: viewHref(view), icon, letter, group: "actions", view, ...(count ? { count } : {}) };
};
const page = (
  group: Place["group"],
  name: string,
  href: string,
  icon: IconName,
  letter: string,
  more?: Pick<Place, "count" | "adminOnly" | "example">,
): Place => ({ name, href, icon, letter, group, view: null, ...more });

const engaged = ({ switches }: Overview) => switches.filter((entry) => entry.engaged).length;

export const PLACES: readonly Place[] = [
  list("pending", "inbox", "i", (overview) => overview.pending.total),
  list("approved", "clock-3", "a", (overview) => overview.approved_not_applied),
  list("stale", "circle-off", "t", (overview) => overview.stale),
  list("history", "archive", "h"),
  page("actions", "Your decisions", "/your-decisions", "bell-dot", "y", { count: (one) => one.notices }),
  page("actions", "Questions", "/questions", "circle-question-mark", "q", { count: (one) => one.questions }),
  page("actions", "Dead letters", "/dead-letters", "octagon-x", "d", { count: (one) => one.dead_letters }),
  page("actions", "E-mail drafts", "/email-drafts", "mail", "m"),
  page("control", "Dashboard", "/dashboard", "chart-column", "b"),
  page("control", "Workflows", "/workflows", "workflow", "f"),
  page("control", "Runs", "/runs", "list-checks", "x"),
  page("control", "Kill switches", "/kill-switches", "power", "k", { count: engaged }),
  page("control", "People", "/people", "users", "p", { adminOnly: true }),
  page("control", "Agents", "/agents", "bot", "e", { adminOnly: true }),
  page("control", "Rules", "/rules", "scale", "o", { adminOnly: true }),
  page("control", "Chat example", "/chat", "messages-square", "c", { example: true }),
  page("system", "NetSuite", "/netsuite", "plug-zap", "n", { adminOnly: true }),
  page("system", "Jobs", "/jobs", "activity", "u", { adminOnly: true }),
  page("system", "Ledger", "/ledger", "link-2", "l", { adminOnly: true }),
  page("system", "Retention", "/retention", "hourglass", "r"),
  page("system", "Subscribers", "/subscribers", "rss", "w"),
  page("system", "Caches", "/cache-versions", "database-zap", "v"),
  page("account", "Account", "/account", "user-cog", "s"),
];

/** The groups with their headings, in the order of the navigation; the first needs none. */
export const PLACE_GROUPS = [
  { group: "actions", heading: null },
  { group: "control", heading: "Control" },
  { group: "system", heading: "System" },
] as const satisfies readonly { group: Place["group"]; heading: string | null }[];

export function isHere(place: Place, path: string, view: string | null): boolean {
  if (place.view === null) return path === place.href || path.startsWith(`${place.href}/`);
  const inInbox = path === "/proposed-actions" || path.startsWith("/proposed-actions/");
  return inInbox && place.view === (view ?? "pending");
}
