import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Where each verb of lib/gateway is called from outside: by which pages and by which routes. Read from the imports, so
 * that a page or a route joins by itself.
 */

export const root = path.resolve(fileURLToPath(new URL("../..", import.meta.url)));

export interface VerbUse {
  /** `decideAction`: the function that owns the transaction or the reading. */
  verb: string;
  /** `GET /api/overview`. */
  routes: string[];
  /** `/kill-switches`, or the server action that a page calls: `/proposed-actions · decide`. */
  pages: string[];
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

export function collectVerbUses(): VerbUse[] {
  const uses = new Map<string, VerbUse>();
  const useOf = (verb: string): VerbUse => {
    const use = uses.get(verb) ?? { verb, routes: [], pages: [] };
    uses.set(verb, use);
    return use;
  };
  for (const file of filesUnder("app")) {
    const source = readFileSync(path.join(root, file), "utf8");
    for (const verb of gatewayImports(source)) {
      if (file.endsWith("/route.ts")) {
        for (const method of methods) {
          const handler = partOf(source, new RegExp(`export const ${method}\\b`));
          if (handler && calls(handler, verb)) useOf(verb).routes.push(`${method} ${addressOf(file)}`);
        }
      } else if (/^"use server";/m.test(source)) {
        for (const [, action] of source.matchAll(/export async function (\w+)/g)) {
          const body = partOf(source, new RegExp(`export async function ${action}\\b`));
          if (body && calls(body, verb)) useOf(verb).pages.push(`${addressOf(file)} · ${action}`);
        }
      } else {
        useOf(verb).pages.push(addressOf(file));
      }
    }
  }
  addBrowserReads(uses);
  return [...uses.values()]
    .map(({ verb, routes, pages }) => ({ verb, routes: unique(routes), pages: unique(pages) }))
    .sort((a, b) => a.verb.localeCompare(b.verb));
}

/** What the browser reads by itself: an address of the contract that stands in a component's text. */
function addBrowserReads(uses: Map<string, VerbUse>): void {
  const components = filesUnder("components").map((file) => readFileSync(path.join(root, file), "utf8"));
  const text = components.join("\n").replaceAll(/\$\{actionPath\([^)]*\)\}/g, "/api/proposed-actions/${id}");
  for (const use of uses.values()) {
    for (const route of use.routes) {
      const [method, address] = route.split(" ") as [string, string];
      if (method !== "GET") continue;
      const pattern = address
        .split(/\{\w+\}/)
        .map((part) => part.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&"))
        .join("\\$\\{[^}]+\\}");
      if (new RegExp(`["'\`]${pattern}["'\`?$]`).test(text)) use.pages.push(`reads ${address}`);
    }
  }
}

/** The functions that a file takes from the gateway; its types, and what names only a word, are no verbs. */
function gatewayImports(source: string): string[] {
  const found = source.matchAll(/import \{([^}]+)\} from "@\/lib\/gateway\/(?!access\/)[\w/-]+"/g);
  return [...found]
    .flatMap(([, list]) => list!.split(","))
    .map((name) => name.trim())
    .filter((name) => /^[a-z]\w+$/.test(name));
}

/** From where it begins to the next export. */
function partOf(source: string, begins: RegExp): string | null {
  const start = source.search(begins);
  if (start < 0) return null;
  const next = source.slice(start + 1).search(/^export /m);
  return next < 0 ? source.slice(start) : source.slice(start, start + 1 + next);
}

function calls(text: string, name: string): boolean {
  return new RegExp(`\\b${name}\\b`).test(text);
}

/** `app/(inbox)/people/actions.ts` → `/people`; `app/api/proposed-actions/[id]/route.ts` → `/api/proposed-actions/{id}`. */
function addressOf(file: string): string {
  const folders = path.posix.dirname(file).split("/").slice(1);
  const shown = folders.filter((folder) => !folder.startsWith("("));
  const address = `/${shown.join("/")}`.replaceAll(/\[(?:\.\.\.)?(\w+)\]/g, "{$1}");
  return address === "/" ? "/proposed-actions" : address;
}

function filesUnder(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => path.posix.join(folder, name.replaceAll(path.sep, "/")))
    .filter((name) => /\.tsx?$/.test(name) && !/\.(test|spec)\.tsx?$/.test(name))
    .sort();
}

function unique(list: string[]): string[] {
  return [...new Set(list)].sort();
}
