import { type Reach, collectReach, verbsWithoutOperation } from "./collect";

/** Operations that no page of ours reaches, and why. Everything else is for both. */
export const BY_ROUTE_ALONE: Readonly<Record<string, string>> = {
  proposeAction: "agents propose by route; chat tools in our pages propose for their person through the kit",
  readProposal: "an agent's own view of a proposal",
  withdrawProposal: "an agent withdraws its own; people withdraw theirs by withdrawAction",
  readKillSwitches: "pages read the switches with the overview",
  listTokens: "pages read the tokens with the account",
  readHealth: "for monitoring",
  readMetrics: "for Prometheus",
};

/** Verbs that only chat tools in our pages call, and why no route reaches them. */
export const BY_CHAT_TOOL_ALONE: Readonly<Record<string, string>> = {
  listOwnProposals: "the person reads the same in the lists",
  proposeForPerson: "an agent proposes by proposeAction",
  readOwnProposal: "the person reads the same on the card",
  withdrawOwnProposal: "the person withdraws by withdrawAction",
};

export interface Parity {
  reach: Reach[];
  /** Operations without a page, and verbs without an operation, that have no reason above. */
  missing: { name: string; lacks: "page" | "route" }[];
}

export function findParity(): Parity {
  const reach = collectReach();
  const pageless = reach.filter(({ operation, pages }) => pages.length === 0 && !BY_ROUTE_ALONE[operation]);
  const routeless = verbsWithoutOperation().filter((verb) => !BY_CHAT_TOOL_ALONE[verb]);
  return {
    reach,
    missing: [
      ...pageless.map(({ operation }) => ({ name: operation, lacks: "page" as const })),
      ...routeless.map((verb) => ({ name: verb, lacks: "route" as const })),
    ],
  };
}

/** The tables of docs/pages-and-routes.md. */
export function renderParity({ reach }: Parity): string {
  const rows = reach.map(({ operation, route, pages }) => {
    const cell = pages.map((page) => `\`${page}\``).join("<br>");
    return `| \`${operation}\` | \`${route}\` | ${cell || "–"} | ${BY_ROUTE_ALONE[operation] ?? ""} |`;
  });
  const tools = Object.entries(BY_CHAT_TOOL_ALONE).map(([verb, why]) => `| \`${verb}\` | ${why} |`);
  return [
    "# Pages and routes",
    "",
    "Whatever a person can do on a page can be done by a route, and the reverse: both come from the same operation of `lib/operations`, which calls one verb of `lib/gateway`.",
    "This page is made from that list (`npm run docs:parity`). A test fails where it is out of date, where an operation has no page, or where a verb has no operation.",
    "",
    "| operation | route | from our pages | by route alone, because |",
    "| --- | --- | --- | --- |",
    ...rows,
    "",
    "Verbs that only chat tools call:",
    "",
    "| verb | no route, because |",
    "| --- | --- |",
    ...tools,
    "",
  ].join("\n");
}
