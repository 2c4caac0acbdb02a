import { writeFile } from "node:fs/promises";
import path from "node:path";
import { format } from "prettier";
import { root } from "./parity/collect";
import { findParity, renderParity } from "./parity/render";

/** `npm run docs:parity`: writes docs/pages-and-routes.md again and names everything that lacks one side. */
const parity = findParity();
const text = await format(renderParity(parity), { parser: "markdown", printWidth: 110 });
await writeFile(path.join(root, "docs", "pages-and-routes.md"), text);
for (const { name, lacks } of parity.missing) console.error(`${name} has no ${lacks}`);
process.exitCode = parity.missing.length === 0 ? 0 : 1;
