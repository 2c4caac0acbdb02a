import { format } from "prettier";
import { expect, test } from "vitest";
import type { Case } from "./case";
import { themes } from "./cases";

test("every case has a key and a name of its own", () => {
  const cases = themes.flatMap((theme) => theme.cases);
  expect(new Set(cases.map(({ key }) => key)).size).toBe(cases.length);
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
});

test("CASES.md tells of every case (`npx vitest run -u` on this file writes it)", async () => {
  const sections = themes.map(({ title, cases }) => `## ${title}\n\n${cases.map(line).join("\n")}`);
  const text = ["# What the conformance suite proves", ...sections].join("\n\n");
  await expect(await format(text, { parser: "markdown" })).toMatchFileSnapshot("./CASES.md");
});

function line({ key, name, modes, notReal }: Case): string {
  const notes = [
    modes ? `only ${modes.join(" and ")}` : "",
    notReal ? `not on a real server: ${notReal}` : "",
  ].filter(Boolean);
  return `- \`${key}\` ${name}${notes.length > 0 ? ` _(${notes.join("; ")})_` : ""}`;
}
