import { type VerbUse, collectVerbUses } from "./collect";

/** What is there for one kind of caller alone, and why. Everything else is for both. */
export const ONE_SIDED: Readonly<Record<string, string>> = {
  proposeAction: "agents propose by route; chat tools in our pages propose for their person through the kit",
  listOwnProposals: "what a chat tool asks for its person; the person reads the same in the lists",
  readOwnProposal: "what a chat tool waits for; the person reads the same on the card",
  withdrawOwnProposal: "a chat tool withdraws for its person; page and route call withdrawAction",
  readProposal: "an agent's own view of what it proposed",
  withdrawProposal: "an agent withdraws its own; people withdraw theirs by withdraw-own-proposal",
  readHealth: "for whatever watches the installation",
  readMetrics: "for Prometheus",
};

export interface Parity {
  uses: VerbUse[];
  /** Verbs that a page can reach and no route, or the other way round, without a reason in ONE_SIDED. */
  missing: { verb: string; lacks: "page" | "route" }[];
}

export function findParity(): Parity {
  const uses = collectVerbUses();
  const missing = uses
    .filter(({ verb }) => !Object.hasOwn(ONE_SIDED, verb))
    .flatMap(({ verb, pages, routes }): Parity["missing"] => {
      if (pages.length === 0) return [{ verb, lacks: "page" }];
      return routes.length === 0 ? [{ verb, lacks: "route" }] : [];
    });
  return { uses, missing };
}

/** The table of docs/pages-and-routes.md. */
export function renderParity({ uses }: Parity): string {
  const cell = (list: readonly string[]) =>
    list.length === 0 ? "–" : list.map((entry) => `\`${entry}\``).join("<br>");
  const rows = uses.map(
    ({ verb, pages, routes }) =>
      `| \`${verb}\` | ${cell(pages)} | ${cell(routes)} | ${ONE_SIDED[verb] ?? ""} |`,
  );
  return [
    "# Pages and routes",
    "",
    "Everything that a person can do by a page can be done by a route, and the reverse: both call the same verb of `lib/gateway`.",
    "This table is made from the imports (`npm run docs:parity`); a test fails where it is out of date or a verb can be reached one way only.",
    "",
    "| verb | by page | by route | for one kind of caller, because |",
    "| --- | --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
}
