import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { OPERATIONS } from ".";
import type { Operation } from "./frame/operation";

/** Pages and routes reach the same, since both come from one list. The few exceptions stand here, each with its reason. */

/** Operations that no page of ours uses. */
const byRouteAlone: Readonly<Record<string, string>> = {
  askAsAgent: "an agent asks by route; people ask by ask",
  cancelAgentInteraction: "an agent cancels its own; people by cancelQuestion",
  cancelAgentRun: "an agent cancels the runs that it began; people cancel runs by cancelRun",
  listProposals: "an agent's own list; people read theirs by listActions",
  listTokens: "pages read the tokens with the account",
  proposeAction: "agents propose by route; chat tools in our pages propose for their person through the kit",
  readAgentInteraction: "an agent's own view of a question",
  readAgentInteractions: "an agent's own questions",
  readAgentRun: "an agent's own view of a run",
  readAgentRuns: "an agent's own runs; people read all of them",
  readGlobalSwitches: "the operator's, who belongs to no tenant; pages read them with the overview",
  readHealth: "for monitoring",
  readKillSwitches: "pages read the switches with the overview",
  readMetrics: "for Prometheus",
  readProposal: "an agent's own view of a proposal",
  setGlobalSwitch: "the operator's, who belongs to no tenant: by route or by `npm run switch`",
  startAgentRun: "an agent begins its runs by route; people begin theirs by startRun",
  withdrawProposal: "an agent withdraws its own; people withdraw theirs by withdrawAction",
};

/** Verbs without a route: chat tools call them, or the frame of the pages. */
const routelessVerbs: Readonly<Record<string, string>> = {
  listOwnProposals: "the person reads the same in the lists",
  proposeForPerson: "an agent proposes by proposeAction",
  readEvidence: "the file holds the same, and whoever has it verifies it",
  readOwnProposal: "the person reads the same on the card",
  readSight: "the pages' frame asks it; every answer of a route says `redacted` itself",
  waitForDecision: "an agent waits by readProposal; a model client is told its age too",
  withdrawOwnProposal: "the person withdraws by withdrawAction",
};

const operations = Object.entries<Operation>(OPERATIONS);
const [pages, components, definitions, verbs] = ["app", "components", "lib/operations", "lib/gateway"].map(
  textOf,
) as [string, string, string, string];
/** Their addresses with `{}` for each value. */
const addresses = components
  .replaceAll(/\$\{actionPath\([^)]*\)\}/g, "/api/proposed-actions/{}")
  .replaceAll(/\$\{[^}]*\}/g, "{}");

function textOf(folder: string): string {
  const root = fileURLToPath(new URL(`../../${folder}/`, import.meta.url));
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => readFileSync(root + name, "utf8"))
    .join("\n");
}

const isCalled = (name: string) => isCalledBy("act", name) || isCalledBy("steppedUp", name);
const isCalledBy = (way: "act" | "steppedUp", name: string) =>
  new RegExp(String.raw`\b${way}\(\s*"${name}"`).test(components);

function isRead(name: string, { method, path }: Operation): boolean {
  if (new RegExp(`\\b${name}\\b[^;]*from "@/lib/(?:gateway|interactions|messages|runtime)/`).test(pages))
    return true;
  const address = path.replaceAll(/\{\w+\}/g, "{}");
  return method === "get" && [`"`, "`", "?", "{"].some((next) => addresses.includes(address + next));
}

test("everything that a person can do by a page can be done by a route, and the reverse", () => {
  const pageless = operations.filter(([name, operation]) => !isCalled(name) && !isRead(name, operation));
  expect(pageless.map(([name]) => name).sort()).toEqual(Object.keys(byRouteAlone));
  // Exported verbs: the caller comes first, and the gateway has a default.
  const verb = /export async function (\w+)\(\s*\w+: (?:Person|AgentPrincipal)\b([^]*?)\): Promise/g;
  const routeless = [...verbs.matchAll(verb)]
    .filter(([, name, rest]) => rest!.includes("getGateway()") && !definitions.includes(`${name}(`))
    .map(([, name]) => name);
  expect(routeless.sort()).toEqual(Object.keys(routelessVerbs));
});

test("every operation that pages may call is called by one, and no read is among them", () => {
  const callable = operations.filter(([name, { onPage }]) => onPage && !Object.hasOwn(byRouteAlone, name));
  expect(callable.length).toBeGreaterThan(40);
  for (const [name, { method }] of callable) {
    expect(method, name).not.toBe("get");
    expect(isCalled(name), name).toBe(true);
  }
  expect(operations.filter(([name, { onPage }]) => !onPage && isCalled(name))).toEqual([]);
});

test("pages call the operations that may ask for a step-up in the way that takes a code, and no others", () => {
  const steppedUp = operations.filter(([name]) => isCalledBy("steppedUp", name)).map(([name]) => name);
  expect(steppedUp).toEqual(operations.filter(([, { stepUp }]) => stepUp).map(([name]) => name));
  for (const name of steppedUp) expect(isCalledBy("act", name), name).toBe(false);
});
