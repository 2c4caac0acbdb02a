import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/** Compares the names in the documents with the repository. A decision keeps its text, so of the ADRs only the index counts. */

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

const sourceFolders = [
  "app",
  "components",
  "db",
  "e2e",
  "inngest",
  "lib",
  "netsuite",
  "packages",
  "recipes",
  "scripts",
];
const isSource = (file: string) => /\.(tsx?|mjs|js|sql|xml|json)$/.test(file) && !/node_modules/.test(file);
const sources = [...sourceFolders, "bench"].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter(isSource),
);
const words = new Set(sources.flatMap((file) => read(file).match(/\w+/g) ?? []));
const commands = JSON.parse(read("package.json")) as { scripts: Record<string, string> };

const documents = [
  "README.md",
  "CONTRIBUTING.md",
  "docs/adr/README.md",
  ...readdirSync(path.join(root, "docs"))
    .filter((file) => file.endsWith(".md"))
    .map((file) => `docs/${file}`),
];

/** A room may be one file, which a document names without its ending. */
const exists = (file: string) => ["", ".ts"].some((ending) => existsSync(path.join(root, file + ending)));

/** `a/{b,c}.ts` names two paths. */
function expand(text: string): string[] {
  const [whole, list] = /\{([^}]+)\}/.exec(text) ?? [];
  return whole ? list!.split(",").flatMap((part) => expand(text.replace(whole, part))) : [text];
}

test.each(documents)("%s names files, links, commands and code that exist", (document) => {
  const text = read(document).replaceAll(/^```[\s\S]*?^```/gm, "");
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code!);
  const paths = quoted
    .filter((code) => sourceFolders.some((folder) => code.startsWith(`${folder}/`)) && !/[<*…\s]/.test(code))
    .flatMap(expand);
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link]) =>
    path.join(path.dirname(document), link!),
  );
  const names = quoted.filter((code) => /^([a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*|[A-Z]+(_[A-Z]+)+)$/.test(code));
  const scripts = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name!);
  expect([
    ...[...paths, ...links].filter((file) => !exists(file)),
    ...names.filter((name) => !words.has(name)),
    ...scripts.filter((name) => !(name in commands.scripts)),
  ]).toEqual([]);
});
