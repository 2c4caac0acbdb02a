import { writeFileSync } from "node:fs";
import path from "node:path";
import * as lucide from "lucide-react";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { ICON_NAMES } from "@/components/ui/icons/icon-names";
import { root } from "../local/ensure-installed.mjs";

/** `npm run icon-sprite`: writes components/ui/icons/icons.svg from icon-names.ts. Run it after a name was added or removed. */

const drawings = lucide as unknown as Readonly<Record<string, lucide.LucideIcon>>;

const symbols = ICON_NAMES.map((name) => {
  const drawing = drawings[lucideName(name)];
  if (!drawing) throw new Error(`Lucide has no icon "${name}".`);
  const lines = renderToStaticMarkup(createElement(drawing)).replace(/^<svg[^>]*>|<\/svg>$/g, "");
  return `<symbol id="${name}" viewBox="0 0 24 24">${lines}</symbol>`;
});
// Next.js asks each picture that code imports for its size.
const sprite = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">\n${symbols.join("\n")}\n</svg>\n`;
writeFileSync(path.join(root, "components", "ui", "icons", "icons.svg"), sprite);

/** `user-cog` → `UserCog` */
function lucideName(name: string): string {
  return name.replace(/(?:^|-)(.)/g, (_, first: string) => first.toUpperCase());
}
