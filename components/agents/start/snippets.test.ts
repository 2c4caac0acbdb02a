import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import {
  type FirstProposal,
  commandLine,
  curlCommand,
  environmentLines,
  pythonProgram,
  sdkProgram,
} from "./snippets";

/** Names as customers have them, and as nobody should. */
const customers = ["Riverbend Foods", "Driscoll's", 'The "Best" Co', "$(id) `id` \\ end", "Zoë & Söhne; Ltd"];
const firstOf = (customer: string): FirstProposal => ({
  url: "https://countersign.example",
  agent: "pricing-agent",
  customer,
});

/** The arguments that the command would be called with, one for each line that the shell hands over. */
function argumentsOf(name: string, script: string): string[] {
  const env = { COUNTERSIGN_URL: "https://c.example", COUNTERSIGN_AGENT_KEY: "csa_k" };
  const { stdout } = spawnSync("sh", ["-c", `${name}() { printf '%s\\0' "$@"; }\n${script}`], {
    encoding: "utf8",
    env: { ...env, NODE_ENV: "test" },
  });
  return stdout.split("\0").slice(0, -1);
}

test.each(customers)("a shell hands the customer %s over as it is", (customer) => {
  expect(argumentsOf("npx", commandLine(firstOf(customer)))).toEqual([
    "@countersign/cli",
    "propose",
    "ar-note",
    "--customer",
    customer,
    "--note",
    "First proposal of pricing-agent",
    "--wait",
  ]);
  const sent = argumentsOf("curl", curlCommand(firstOf(customer)));
  expect(sent.slice(0, 3)).toEqual([
    "https://c.example/api/v1/proposals",
    "-H",
    "Authorization: Bearer csa_k",
  ]);
  expect(JSON.parse(sent.at(-1)!)).toMatchObject({ entity_ref: customer });
});

test.each(customers)("the program's line for the customer %s holds that name alone", (customer) => {
  const [, literal] = /customer: ("(?:[^"\\]|\\.)*"), note/.exec(sdkProgram(firstOf(customer)))!;
  expect(JSON.parse(literal!)).toBe(customer);
});

test("the environment's lines set the address and the key, or say that the key is missing", () => {
  const script = (key: string | null) =>
    `${environmentLines("https://c.example:8443", key)}\nprintf '%s\\n' "$COUNTERSIGN_URL" "$COUNTERSIGN_AGENT_KEY"`;
  const said = (key: string | null) => spawnSync("sh", ["-c", script(key)], { encoding: "utf8" }).stdout;
  expect(said("csa_abc-DEF_1")).toBe("https://c.example:8443\ncsa_abc-DEF_1\n");
  expect(said(null)).toBe("https://c.example:8443\ncsa_…\n");
});

/** In the place of the client: prints the words of the proposal. */
const printing = `
import json, sys, types
class Countersign:
    propose = property(lambda self: self)
    def ar_note(self, **words):
        print(json.dumps(words))
        return self
    def decision(self, timeout_seconds):
        return types.SimpleNamespace(status="approved", comment=None)
sys.modules["countersign"] = types.SimpleNamespace(Countersign=Countersign)
`;
const hasPython = spawnSync("python3", ["--version"]).status === 0;

test.skipIf(!hasPython).each(customers)(
  "where there is a python3, it hands the customer %s over as it is",
  (customer) => {
    const program = pythonProgram(firstOf(customer));
    expect(program.split("\n")).toHaveLength(5);
    const { stdout, stderr } = spawnSync("python3", ["-c", printing + program], { encoding: "utf8" });
    expect(stderr).toBe("");
    const [words, status] = stdout.split("\n");
    expect(JSON.parse(words!)).toEqual({ customer, note: "First proposal of pricing-agent" });
    expect(status).toBe("approved ");
  },
);
