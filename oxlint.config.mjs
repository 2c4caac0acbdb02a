import { defineConfig } from "oxlint";

/**
 * The rooms of the product, innermost first. A room imports from itself and from the rooms above it in this list, never
 * from one below. CONTRIBUTING.md tells what belongs in each.
 */
export const ROOMS = [
  "lib/core",
  "lib/action-types",
  // The process around a verb: environment, log, clock, correlation.
  ["lib/env", "lib/log", "lib/clock", "lib/correlation"],
  "lib/tracing",
  "lib/outbound",
  "lib/secrets",
  "lib/limits",
  "lib/models",
  "lib/engine",
  "lib/contract",
  "lib/auth",
  "lib/policy",
  "lib/destinations",
  "lib/view",
  "lib/channels",
  "lib/subscribers",
  // The tools of every verb.
  [
    "lib/gateway/turns",
    "lib/gateway/agent-turns",
    "lib/gateway/answer-turns",
    "lib/gateway/search-turns",
    "lib/gateway/context",
    "lib/gateway/short-lived-cache",
    "lib/gateway/netsuite-accounts",
    "lib/gateway/each-tenant",
    "lib/gateway/after-commit",
    "lib/gateway/dispatch-outbox",
  ],
  "lib/gateway/access",
  "lib/gateway/ledger",
  "lib/gateway/controls",
  "lib/gateway/read",
  "lib/gateway/evidence",
  "lib/gateway/deliver",
  "lib/gateway/decide",
  "lib/gateway/propose",
  "lib/gateway/amend",
  "lib/gateway/live",
  "lib/gateway/jobs",
  "lib/gateway/rules",
  "lib/gateway/webhooks",
  "lib/gateway/reseal",
  "lib/messages",
  "lib/interactions",
  "lib/runtime",
  "lib/http",
  "lib/inbound",
  "lib/mcp",
  "lib/operations",
  "inngest",
  "components/state",
  "components/ui",
  "components/data",
  "components/keyboard",
  "components/step-up",
  "components/evidence",
  "components/action/change",
  "components/roll",
  "components/action/decide",
  "components/action/amend",
  "components/action/detail",
  "components/inbox",
  "components/chat",
  "components/dead-letters",
  "components/notices",
  "components/switches",
  "components/retention",
  "components/ledger",
  "components/dashboard",
  "components/internal",
  "components/subscribers",
  "components/jobs",
  "components/people",
  "components/agents",
  "components/held-back",
  "components/webhooks",
  "components/rules",
  "components/workflows",
  "components/runs",
  "components/approvals",
  "components/questions",
  "components/netsuite",
  "components/answer-figures",
  "components/channels",
  "components/routing",
  "components/account",
  "components/shell",
  "components/sign-in",
  "app",
];

export const pathsOf = (room) => (Array.isArray(room) ? room : [room]);
const filesOf = (room) => pathsOf(room).flatMap((path) => [`${path}/**`, `${path}.ts`]);
const importsOf = (room) => pathsOf(room).flatMap((path) => [`@/${path}`, `@/${path}/**`]);

const restricted = (groups) => ({
  "no-restricted-imports": ["error", { patterns: groups.map(([group, message]) => ({ group, message })) }],
});

/** The rooms that hand events to followers and show what became of them. */
const tellsFollowers = ["lib/gateway/ledger", "lib/gateway/read"];

const outward = ROOMS.map((room, index) => {
  const later = ROOMS.slice(index + 1);
  const name = pathsOf(room)[0];
  const groups = [[["@/packages/*"], "A package is imported by its name, as its exports allow."]];
  if (later.length > 0) groups.push([later.flatMap(importsOf), `${name} knows nothing further out.`]);
  if (/^(lib|components)\//.test(name))
    groups.push([["../*"], "Another folder is imported by its whole path, so that this list can judge it."]);
  if (name.startsWith("lib/gateway/") && !tellsFollowers.includes(name))
    groups.push([
      importsOf("lib/subscribers"),
      "Followers take events from the ledger; no other verb knows them.",
    ]);
  if (name === "lib/core")
    groups.push([
      [
        "@/db/**",
        "next",
        "next/*",
        "next-auth*",
        "react",
        "react-dom",
        "inngest",
        "postgres",
        "drizzle-orm*",
      ],
      "lib/core is pure: no database, no framework, no clock.",
    ]);
  if (name === "app" || name === "inngest" || name.startsWith("components/"))
    groups.push([
      ["@/db/queries/**", "postgres", "drizzle-orm*", "@/lib/destinations/netsuite/**"],
      "Outer layers call one verb or one reader of lib/gateway; SQL stays under db/.",
    ]);
  const rules = restricted(groups);
  if (name.startsWith("components/"))
    rules["no-restricted-imports"][1].patterns.push({
      group: ["@/lib/contract/**"],
      allowTypeImports: true,
      message: "Pages take types from the contract; its schemas bring 35 kB of parser into the browser.",
    });
  return { files: filesOf(room), rules };
});

export default defineConfig({
  plugins: ["typescript", "unicorn", "oxc", "import", "react", "jsx-a11y", "nextjs"],
  categories: { correctness: "error", suspicious: "error" },
  ignorePatterns: [".next", ".local", "node_modules", "packages/*/dist", "next-env.d.ts"],
  rules: {
    "typescript/no-explicit-any": "error",
    "typescript/no-non-null-assertion": "off",
    "react/react-in-jsx-scope": "off",
    "import/no-unassigned-import": "off",
    "import/no-cycle": ["error", { ignoreTypes: false }],
    "import/no-duplicates": ["error", { "prefer-inline": true }],
    "no-await-in-loop": "off",
    "no-underscore-dangle": "off",
    "unicorn/no-array-sort": "off",
    "unicorn/consistent-function-scoping": "off",
    "no-console": "error",
    ...restricted([[["@/packages/*"], "A package is imported by its name, as its exports allow."]]),
  },
  overrides: [
    {
      files: ["scripts/**", "bench/**", "e2e/**", "**/*.test.ts", "packages/**"],
      rules: { "no-console": "off" },
    },
    ...outward,
    {
      files: ["db/**"],
      rules: restricted([
        [
          ROOMS.filter((room) => room !== "lib/core").flatMap(importsOf),
          "db/ knows lib/core and nothing further out.",
        ],
        [["next", "next/*", "react", "inngest"], "db/ is SQL alone."],
      ]),
    },
    // A function of a page is read on one screen.
    {
      files: ["components/**", "app/**"],
      excludeFiles: ["**/*.test.ts"],
      rules: { "max-lines-per-function": ["error", { max: 80 }] },
    },
    // Tests and what only they use stand outside the order: they put whole paths together.
    { files: ["**/*.test.ts", "**/testing/**"], rules: { "no-restricted-imports": "off" } },
    {
      files: ["packages/**"],
      rules: restricted([[["@/*", "../../../*"], "A package imports nothing of the product."]]),
    },
  ],
});
