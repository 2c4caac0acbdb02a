import { readdir } from "node:fs/promises";
import { type Marks, formatted, inCamelCase, withPart } from "./generated-part";

/** The registry's list of definitions, from the folder alone: a new file is in it before anything imports the registry. */
export async function renderRegistry(): Promise<Map<string, string>> {
  const modules = (await readdir("lib/action-types"))
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && name !== "registry.ts")
    .map((name) => name.replace(/\.ts$/, ""))
    .sort();
  const list = [
    ...modules.map((name) => `import { ${inCamelCase(name)} } from "./${name}";`),
    `const definitions = [${modules.map(inCamelCase).join(", ")}] as const;`,
  ];
  return formatted([[registryFile, await withPart(registryFile, marks, list.join("\n"))]]);
}

const registryFile = "lib/action-types/registry.ts";
const marks: Marks = ["// Made by `npm run action-types` from the files of this folder.", "// End."];
