import {
  Activity,
  Archive,
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
  Power,
  UserCog,
  Users,
  type LucideIcon,
} from "lucide-react";
import type { Overview } from "@/lib/contract/overview";
import { viewHref, viewWords, type View } from "@/lib/view/views";

/** Where one can go: the navigation, the phone's menu, the palette and the G keys are made from this one list. */
export interface Place {
  name: string;
  href: string;
  icon: LucideIcon;
  /** The letter after G. */
  letter: string;
  /** Account stands in the viewer's own menu. */
  group: "actions" | "control" | "account";
  view: View | null;
  count: (overview: Overview) => number | null;
  /** Shown where examples are (usePlaces). */
  example?: true;
  /** Shown to administrators alone; the page itself refuses everybody else. */
  adminOnly?: true;
}

const list = (view: View, icon: LucideIcon, letter: string, count: Place["count"]): Place => ({
  name: viewWords(view).name,
  href: viewHref(view),
  icon,
  letter,
  group: "actions",
  view,
  count,
});
const page = (
  name: string,
  href: string,
  icon: LucideIcon,
  letter: string,
  group: Place["group"],
  count: Place["count"],
): Place => ({
  name,
  href,
  icon,
  letter,
  group,
  view: null,
  count,
});
const noCount = () => null;

export const PLACES: readonly Place[] = [
  list("pending", Inbox, "i", (overview) => overview.pending.total),
  list("approved", Clock3, "a", (overview) => overview.approved_not_applied),
  list("stale", CircleOff, "t", (overview) => overview.stale),
  list("history", Archive, "h", noCount),
  page("Dead letters", "/dead-letters", OctagonX, "d", "actions", (overview) => overview.dead_letters),
  page("E-mail drafts", "/email-drafts", Mail, "m", "actions", noCount),
  page("Caches", "/cache-versions", DatabaseZap, "v", "actions", noCount),
  page("Dashboard", "/dashboard", ChartColumn, "b", "control", noCount),
  { ...page("Jobs", "/jobs", Activity, "u", "control", noCount), adminOnly: true },
  page("Ledger", "/ledger", Link2, "l", "control", noCount),
  page(
    "Kill switches",
    "/kill-switches",
    Power,
    "k",
    "control",
    (overview) => overview.switches.filter((entry) => entry.engaged).length || null,
  ),
  { ...page("People", "/people", Users, "p", "control", noCount), adminOnly: true },
  { ...page("Agents", "/agents", Bot, "e", "control", noCount), adminOnly: true },
  page("Retention", "/retention", Hourglass, "r", "control", noCount),
  { ...page("Chat example", "/chat", MessagesSquare, "c", "control", noCount), example: true },
  page("Account", "/account", UserCog, "s", "account", noCount),
];

export function isHere(place: Place, path: string, view: string | null): boolean {
  if (place.view === null) return path === place.href || path.startsWith(`${place.href}/`);
  const inInbox = path === "/proposed-actions" || path.startsWith("/proposed-actions/");
  return inInbox && place.view === (view ?? "pending");
}
