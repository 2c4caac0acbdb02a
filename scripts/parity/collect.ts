import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { OPERATIONS } from "@/lib/operations";
import type { Operation } from "@/lib/operations/frame/operation";

/** How people reach each operation: from the list of operations, and from the text of the pages that use them. */

export const root = path.resolve(fileURLToPath(new URL("../..", import.meta.url)));

export interface Reach {
  operation: string;
  /** `POST /api/edit-tokens`. */
  route: string;
  /** `components/people calls it`, `components/data reads it`, or the page `/people` whose server part calls the verb. */
  pages: string[];
}

export function collectReach(): Reach[] {
  const components = textsUnder("components");
  const pages = textsUnder("app").filter(({ text }) => !/^"use server";/m.test(text));
  return Object.entries<Operation>(OPERATIONS)
    .map(([operation, { method, path: address }]) => ({
      operation,
      route: `${method.toUpperCase()} ${address}`,
      pages: unique([
        ...foldersWhere(components, (text) => text.includes(`act("${operation}"`), "calls it"),
        ...(method === "get"
          ? foldersWhere(components, (text) => readsAddress(text, address), "reads it")
          : []),
        ...pages
          .filter(({ text }) => new RegExp(`\\b${operation}\\b[^;]*from "@/lib/gateway/`).test(text))
          .map(({ file }) => pageOf(file)),
      ]),
    }))
    .sort((a, b) => a.operation.localeCompare(b.operation));
}

/**
 * The verbs of lib/gateway that somebody calls: exported, with a caller first and the gateway as a default. Those that
 * no operation names can be reached by no route.
 */
export function verbsWithoutOperation(): string[] {
  const verb = /export async function (\w+)\(\s*\w+: (?:Person|AgentPrincipal)\b([^]*?)\): Promise/g;
  const operations = textsUnder("lib/operations")
    .map(({ text }) => text)
    .join("\n");
  return textsUnder("lib/gateway")
    .flatMap(({ text }) => [...text.matchAll(verb)])
    .filter(([, , parameters]) => parameters!.includes("getGateway()"))
    .map(([, name]) => name!)
    .filter((name) => !new RegExp(`\\b${name}\\(`).test(operations))
    .sort();
}

/** An address of the contract that stands in a component's text, as the browser asks for it. */
function readsAddress(text: string, address: string): boolean {
  const pattern = address
    .split(/\{\w+\}/)
    .map((part) => part.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&"))
    .join("\\$\\{[^}]+\\}");
  const written = text.replaceAll(/\$\{actionPath\([^)]*\)\}/g, "/api/proposed-actions/${id}");
  return new RegExp(`["'\`]${pattern}["'\`?$]`).test(written);
}

interface Source {
  file: string;
  text: string;
}

function foldersWhere(sources: readonly Source[], uses: (text: string) => boolean, how: string): string[] {
  return sources.filter(({ text }) => uses(text)).map(({ file }) => `${path.posix.dirname(file)} ${how}`);
}

/** `app/(inbox)/people/page.tsx` → `/people`. */
function pageOf(file: string): string {
  const folders = path.posix.dirname(file).split("/").slice(1);
  return `/${folders.filter((folder) => !folder.startsWith("(")).join("/")}`.replaceAll(/\[(\w+)\]/g, "{$1}");
}

function textsUnder(folder: string): Source[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => path.posix.join(folder, name.replaceAll(path.sep, "/")))
    .filter((name) => /\.tsx?$/.test(name) && !/\.(test|spec)\.tsx?$/.test(name))
    .sort()
    .map((file) => ({ file, text: readFileSync(path.join(root, file), "utf8") }));
}

function unique(list: string[]): string[] {
  return [...new Set(list)].sort();
}
