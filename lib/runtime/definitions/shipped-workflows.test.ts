import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { TOOL_NAMES } from "@/lib/runtime/tools/registry";
import { checkWorkflow } from "./check-workflow";
import { stepSchema } from "./definition";

const folder = new URL("../../../workflows/", import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith(".yaml"));

test("four workflows ship", () => expect(files).toHaveLength(4));

test.each(files)("%s has no problem and bears its file's name", (file) => {
  const checked = checkWorkflow(readFileSync(new URL(file, folder), "utf8"));
  expect(checked.problems).toBeNull();
  expect(checked).toMatchObject({ definition: { workflow: file.replace(".yaml", "") } });
});

const guide = readFileSync(new URL("../../../docs/workflows.md", import.meta.url), "utf8");
test("the guide's workflow has no problem, and the guide names every tool, and every key of a step", () => {
  const [, source] = /```yaml\n([\s\S]*?)```/.exec(guide)!;
  expect(checkWorkflow(source!).problems).toBeNull();
  for (const name of [...TOOL_NAMES, ...Object.keys(stepSchema.shape).filter((key) => key !== "id")])
    expect(guide).toContain(`\`${name === "retry" ? "retry.attempts" : name}\``);
});

test("the hash is of the meaning: comments, quotes and the order of keys change nothing, a value does", () => {
  const hashOf = (source: string) => {
    const checked = checkWorkflow(source);
    return checked.problems === null ? checked.hash : null;
  };
  const plain = "workflow: w\nsteps:\n  - id: a\n    wait: 2h\n";
  const other = '# The same\nsteps: [{ wait: "2h", "id": a }]\nworkflow: "w"\n';
  expect(hashOf(plain)).toMatch(/^[0-9a-f]{64}$/);
  expect(hashOf(other)).toBe(hashOf(plain));
  expect(hashOf(plain.replace("2h", "3h"))).not.toBe(hashOf(plain));
});
