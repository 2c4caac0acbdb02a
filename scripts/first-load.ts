import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { buildApp } from "./local/build-app";
import { root } from "./local/ensure-installed.mjs";

/**
 * `npm run first-load`: the JavaScript that a browser loads before a page answers its first key, in kilobytes (1,000 bytes)
 * as gzip sends them, page by page; builds the app first where its sources changed. Fails beyond the budget.
 *
 * React and Next take 131 of them. What a page loads later, when it is idle or somebody presses something, is not counted here:
 * e2e/idle-code.spec.ts measures an inbox that nobody touches (docs/adr/0080).
 */
const budgets: readonly [pages: RegExp, kilobytes: number][] = [
  [/^\/\(inbox\)\/proposed-actions\//, 211],
  [/^\/\(inbox\)\/(rules|chat|people|ledger)\//, 201],
  [
    /^\/\(inbox\)\/(agents|held-back|jobs|dead-letters|your-decisions|workflows|runs|approvals|questions|channels\/routing)\//,
    186,
  ],
  [/^\/\(inbox\)\//, 176],
  [/^\/sign-in\//, 157],
  [/./, 142],
];

interface Manifest {
  entryJSFiles: Record<string, string[]>;
}

const build = path.join(root, ".next");
buildApp();
const { rootMainFiles } = JSON.parse(readFileSync(path.join(build, "build-manifest.json"), "utf8")) as {
  rootMainFiles: string[];
};
const sizes = new Map<string, number>();
const pages = readManifests()
  .map(([page, files]) => {
    const loaded = new Set([...rootMainFiles, ...files]);
    const kilobytes = [...loaded].reduce((sum, file) => sum + sizeOf(file), 0) / 1_000;
    const budget = budgets.find(([which]) => which.test(page))![1];
    return { page, kilobytes, budget };
  })
  .toSorted((a, b) => b.kilobytes - a.kilobytes);
for (const { page, kilobytes, budget } of pages)
  console.log(`${kilobytes.toFixed(1).padStart(6)} of ${budget} kB  ${page.replace(/\/page$/, "") || "/"}`);
const over = pages.filter(({ kilobytes, budget }) => kilobytes > budget);
if (pages.length === 0)
  throw new Error("The build names no pages: Next.js writes its manifests elsewhere now.");
if (over.length > 0) {
  console.error(
    `Beyond the budget: ${over.map(({ page }) => page).join(", ")}. Load what is not needed at once with lazily().`,
  );
  process.exit(1);
}

/** The pages, each with all files that its HTML names. Next.js writes them as scripts for its own server. */
function readManifests(): [page: string, files: string[]][] {
  const context: { __RSC_MANIFEST?: Record<string, Manifest> } = {};
  const app = path.join(build, "server", "app");
  for (const name of readdirSync(app, { recursive: true, encoding: "utf8" }))
    if (name.endsWith("page_client-reference-manifest.js"))
      runInNewContext(readFileSync(path.join(app, name), "utf8"), context);
  return Object.entries(context.__RSC_MANIFEST ?? {}).map(([page, { entryJSFiles }]) => [
    page,
    Object.values(entryJSFiles).flat(),
  ]);
}

function sizeOf(file: string): number {
  const known = sizes.get(file) ?? gzipSync(readFileSync(path.join(build, file))).length;
  sizes.set(file, known);
  return known;
}
