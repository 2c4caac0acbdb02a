import { readFile } from "node:fs/promises";
import { format, resolveConfig } from "prettier";

/** Writing code and documents whose text follows from the definitions. */

export type Marks = readonly [start: string, end: string];

/** The file with its marked part in the current text. @throws Error where the file has no such place. */
export async function withPart(file: string, [start, end]: Marks, part: string): Promise<string> {
  const text = await readFile(file, "utf8");
  const [before, rest = ""] = text.split(start);
  const [, after] = rest.split(end);
  if (after === undefined) throw new Error(`${file} has no part between ${start} and ${end}`);
  return `${before}${start}\n${part}\n${end}${after}`;
}

/** Files and their texts, as prettier leaves them. */
export async function formatted(files: readonly [string, string][]): Promise<Map<string, string>> {
  const all = files.map(async ([file, text]): Promise<[string, string]> => {
    const options = await resolveConfig(file);
    return [file, await format(text, { ...options, filepath: file })];
  });
  return new Map(await Promise.all(all));
}

/** `bid-price-update` → `bidPriceUpdate`, `propose_price_change` → `proposePriceChange`. */
export function inCamelCase(name: string): string {
  return name.replaceAll(/[-_](\w)/g, (_all, letter: string) => letter.toUpperCase());
}
