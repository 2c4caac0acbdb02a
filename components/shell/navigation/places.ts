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
  count?: ((overview: Overview) => number) | undefined;
  /** Shown where examples are (usePlaces). */
  example?: true;
  /** Shown to administrators alone; the page itself refuses everybody else. */
  adminOnly?: true;
}

const list = (view: View, icon: IconName, letter: string, count?: Place["count"]): Place => {
  const { name } = VIEW_WORDS[view];
  return { name, href: viewHref(view), icon, letter, group: "actions", view, count };
};
/** Its address is its name, as `/your-decisions`, unless `more` has another. */
const page = (
  group: Place["group"],
  name: string,
  icon: IconName,
  letter: string,
  more?: Partial<Pick<Place, "href" | "count" | "adminOnly" | "example">>,
): Place => ({
  name,
  href: `/${name.toLowerCase().replace(" ", "-")}`,
  icon,
  letter,
  group,
  view: null,
  ...more,
});

const engaged = ({ switches }: Overview) => switches.filter((entry) => entry.engaged).length;

export const PLACES: readonly Place[] = [
  list("pending", "inbox", "i", (overview) => overview.pending.total),
  list("approved", "clock-3", "a", (overview) => overview.approved_not_applied),
  list("stale", "circle-off", "t", (overview) => overview.stale),
  list("history", "archive", "h"),
  page("actions", "Your decisions", "bell-dot", "y", { count: (one) => one.notices }),
  page("actions", "Questions", "circle-help", "q", { count: (one) => one.questions }),
  page("actions", "Dead letters", "octagon-x", "d", { count: (one) => one.dead_letters }),
  page("actions", "E-mail drafts", "mail", "m", { href: "/email-drafts" }),
  page("control", "Dashboard", "chart-column", "b"),
  page("control", "Workflows", "workflow", "f"),
  page("control", "Runs", "list-checks", "x"),
  page("control", "Approvals", "shield-check", "z"),
  page("control", "Kill switches", "power", "k", { count: engaged }),
  page("control", "People", "users", "p", { adminOnly: true }),
  page("control", "Agents", "bot", "e", { adminOnly: true }),
  page("control", "Held back", "pause", "g"),
  page("control", "Rules", "scale", "o", { adminOnly: true }),
  page("control", "Chat example", "messages-square", "c", { href: "/chat", example: true }),
  page("system", "NetSuite", "plug-zap", "n", { adminOnly: true }),
  page("system", "Jobs", "activity", "u", { adminOnly: true }),
  page("system", "Ledger", "link-2", "l", { adminOnly: true }),
  page("system", "Retention", "hourglass", "r"),
  page("system", "Subscribers", "rss", "w"),
  page("system", "Caches", "database-zap", "v", { href: "/cache-versions" }),
  page("account", "Channels", "messages-square", "j"),
  page("account", "Account", "user-cog", "s"),
];

/** The groups with their headings, in the order of the navigation; the first needs none. */
export const PLACE_GROUPS = [
  { group: "actions", heading: null },
  { group: "control", heading: "Control" },
  { group: "system", heading: "System" },
] as const satisfies readonly { group: Place["group"]; heading: string | null }[];

export function isCurrentPlace(place: Place, path: string, view: string | null): boolean {
  if (place.view === null) return path === place.href || path.startsWith(`${place.href}/`);
  const inInbox = path === "/proposed-actions" || path.startsWith("/proposed-actions/");
  return inInbox && place.view === (view ?? "pending");
}
