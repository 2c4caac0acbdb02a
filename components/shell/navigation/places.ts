import {
  Activity,
  Archive,
  BellDot,
  Bot,
  ChartColumn,
  DatabaseZap,
  CircleOff,
  Clock3,
  Hourglass,
  Inbox,
  Link2,
  Mail,
  MessagesSquare,
  OctagonX,
  PlugZap,
  Power,
  Rss,
  Scale,
  UserCog,
  Users,
  type LucideIcon,
} from "lucide-react";
import type { Overview } from "@/lib/contract/monitoring/overview";
import { viewHref, VIEW_WORDS, type View } from "@/lib/view/views";

/** Every place: the navigation, the phone's menu, the palette and the G keys are made from this one list. */
export interface Place {
  name: string;
  href: string;
  icon: LucideIcon;
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

const list = (view: View, icon: LucideIcon, letter: string, count?: Place["count"]): Place => {
  const { name } = VIEW_WORDS[view];
  return { name, href: viewHref(view), icon, letter, group: "actions", view, ...(count ? { count } : {}) };
};
const page = (
  group: Place["group"],
  name: string,
  href: string,
  icon: LucideIcon,
  letter: string,
  more?: Pick<Place, "count" | "adminOnly" | "example">,
): Place => ({ name, href, icon, letter, group, view: null, ...more });

const engaged = ({ switches }: Overview) => switches.filter((entry) => entry.engaged).length;

export const PLACES: readonly Place[] = [
  list("pending", Inbox, "i", (overview) => overview.pending.total),
  list("approved", Clock3, "a", (overview) => overview.approved_not_applied),
  list("stale", CircleOff, "t", (overview) => overview.stale),
  list("history", Archive, "h"),
  page("actions", "Your decisions", "/your-decisions", BellDot, "y", { count: (one) => one.notices }),
  page("actions", "Dead letters", "/dead-letters", OctagonX, "d", { count: (one) => one.dead_letters }),
  page("actions", "E-mail drafts", "/email-drafts", Mail, "m"),
  page("control", "Dashboard", "/dashboard", ChartColumn, "b"),
  page("control", "Kill switches", "/kill-switches", Power, "k", { count: engaged }),
  page("control", "People", "/people", Users, "p", { adminOnly: true }),
  page("control", "Agents", "/agents", Bot, "e", { adminOnly: true }),
  page("control", "Rules", "/rules", Scale, "o", { adminOnly: true }),
  page("control", "Chat example", "/chat", MessagesSquare, "c", { example: true }),
  page("system", "NetSuite", "/netsuite", PlugZap, "n", { adminOnly: true }),
  page("system", "Jobs", "/jobs", Activity, "u", { adminOnly: true }),
  page("system", "Ledger", "/ledger", Link2, "l", { adminOnly: true }),
  page("system", "Retention", "/retention", Hourglass, "r"),
  page("system", "Subscribers", "/subscribers", Rss, "w"),
  page("system", "Caches", "/cache-versions", DatabaseZap, "v"),
  page("account", "Account", "/account", UserCog, "s"),
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
