import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { DEFINITIONS } from "@/lib/action-types/registry";
import { proposalSchema } from "@/lib/contract/actions/proposal";
import { KIT_ACTIONS, inWordsOf, proposalOf } from "@/lib/contract/kit/kit-action";
import { pythonFile, pythonName } from "@/scripts/action-types/render-python";
import { COMPLAINT_PATHS, TOOL_EXAMPLES } from "./testing/examples";

/** The Python client cannot import the kit, and says the same. */

const methodOf = (tool: string) => tool.replace(/^propose_/, "");

test("the Python client has one method for each action type", () => {
  const source = readFileSync(pythonFile, "utf8");
  const [, methods = ""] = source.split("class Propose(");
  const names = [...methods.split("\nclass ")[0]!.matchAll(/^ {4}def (\w+)\(/gm)].map(([, name]) => name);
  expect(names.toSorted()).toEqual(DEFINITIONS.map(({ tool }) => methodOf(tool.name)).toSorted());
});

/** Sends nothing: each proposal is caught at the transport, which answers with the complaints that it is given. */
const program = `
import json, sys
sys.dont_write_bytecode = True
sys.path.insert(0, "packages/python")
import countersign as c

results = {}
for name, given in json.load(sys.stdin).items():
    caught = {}
    def send(self, method, path, body=None, **more):
        caught["sent"] = json.loads(json.dumps(body))
        raise c._api_error({"status": 422, "code": "validation_failed", "detail": "No.", "errors": given["errors"]}, None, None)
    c._Transport.send = send
    cs = c.Countersign(url="https://countersign.test", agent_key="k")
    try:
        getattr(cs.propose, name)(**given["words"])
    except c.ApiError as error:
        caught["errors"] = [{"path": one.path, "message": one.message} for one in error.errors]
    results[name] = caught
json.dump(results, sys.stdout)
`;

const hasPython = spawnSync("python3", ["--version"]).status === 0;

const errors = COMPLAINT_PATHS.map((path) => ({ path, message: "is wrong" }));

/** The kit's words as Python writes them, in the lines of a roll too. */
function inPython(words: object): object {
  const entries = Object.entries(words).map(([name, value]) => [
    pythonName(name),
    Array.isArray(value) && typeof value[0] === "object"
      ? value.map((line) => inPython(line as object))
      : (value as unknown),
  ]);
  return Object.fromEntries(entries) as object;
}
const pathInPython = (path: string) =>
  path.includes("changes[") ? path : path.split(".").map(pythonName).join(".");

/** Python sends each number as text, digit by digit. */
const withTexts = (proposal: object): unknown =>
  JSON.parse(
    JSON.stringify(proposal, (name, value: unknown) =>
      typeof value === "number" && (name === "from" || name === "to") ? String(value) : value,
    ),
  );

const wordsOf = (tool: string) => ({ ...TOOL_EXAMPLES[tool]!, reason: "Because", evidence: ["PO 7"] });

describe.skipIf(!hasPython)("with python3, which this machine needs for it, the Python client", () => {
  const caught = () => {
    const inputs = DEFINITIONS.map(({ tool: { name } }) => [
      methodOf(name),
      { words: inPython(wordsOf(name)), errors },
    ]);
    const { stdout, stderr } = spawnSync("python3", ["-c", program], {
      input: JSON.stringify(Object.fromEntries(inputs)),
      encoding: "utf8",
    });
    expect(stderr).toBe("");
    return JSON.parse(stdout) as Record<string, { sent: unknown; errors: { path: string }[] }>;
  };

  test("sends of each action type what the kit's tool proposes in the same words, and tells complaints in them", () => {
    const results = caught();
    for (const { definition, schema } of KIT_ACTIONS) {
      const words = wordsOf(definition.tool.name);
      const { sent, errors: told } = results[methodOf(definition.tool.name)]!;
      const parsed = schema.parse({ ...words, idempotencyKey: "k" });
      expect(proposalSchema.parse(sent), definition.type).toEqual(
        proposalSchema.parse(withTexts(proposalOf(definition, parsed))),
      );
      const problem = { type: "", title: "", status: 422, code: "", detail: "", errors };
      const expected = inWordsOf(definition, problem, words).errors!;
      expect(told.map(({ path }) => path)).toEqual(expected.map(({ path }) => pathInPython(path)));
    }
  });

  test("waits without an end where it is told so", () => {
    const waits = `
import sys
sys.dont_write_bytecode = True
sys.path.insert(0, "packages/python")
import countersign as c

answers = ["pending", "pending", "approved"]
view = dict.fromkeys(["id", "comment", "decided_by", "superseded_by", "end_reason"])
c._Transport.send = lambda self, *path, query=None, **more: (200, {**view, "status": answers.pop(0), "asked": query})
cs = c.Countersign(url="https://countersign.test", agent_key="k")
print(cs.proposals.wait_for_decision(1, timeout_seconds=float("inf")).view)
`;
    const { stdout, stderr } = spawnSync("python3", ["-c", waits], { encoding: "utf8" });
    expect(stderr).toBe("");
    expect(stdout).toContain("'status': 'approved', 'asked': {'wait': 45}");
  });

  test("tells a host that cannot be, and a redirect to nowhere, in errors of its own", () => {
    const odd = `
import http.server, sys, threading
sys.dont_write_bytecode = True
sys.path.insert(0, "packages/python")
import countersign as c

class Redirecting(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(int(self.path.split("/")[-1]))
        self.send_header("Location", "http://[")
        self.end_headers()
    def log_message(self, *args):
        pass

for host in ["a" * 64 + ".test", "a..test"]:
    try:
        c.Countersign(url=f"https://{host}", agent_key="k", retries_max=0).proposals.get(1)
    except c.NoAnswerError as error:
        print(error.fault)
server = http.server.HTTPServer(("127.0.0.1", 0), Redirecting)
threading.Thread(target=server.serve_forever, daemon=True).start()
for status in [301, 302, 303, 307, 308]:
    try:
        c.Countersign(url=f"http://127.0.0.1:{server.server_port}", agent_key="k").proposals.get(status)
    except c.UnexpectedAnswerError as error:
        print(error.status)
`;
    const { stdout, stderr } = spawnSync("python3", ["-c", odd], { encoding: "utf8" });
    expect(stderr).toBe("");
    expect(stdout.trim().split("\n").join(" ")).toBe("unknown_host unknown_host 301 302 303 307 308");
  });
});
