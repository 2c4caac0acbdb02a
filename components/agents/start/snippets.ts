/** The texts that a new agent starts with. Each proposes the same note, and takes address and key from the environment. */

export interface FirstProposal {
  /** Where this installation is, without a slash at its end. */
  url: string;
  agent: string;
  customer: string;
}

/** Stands for a key that nobody can be shown any more. */
export const KEY_PLACEHOLDER = "csa_…";

const noteOf = ({ agent }: FirstProposal): string => `First proposal of ${agent}`;

/** The two lines of the environment. They hold the key in the one moment at which it is known. */
export const environmentLines = (url: string, key: string | null): string =>
  [
    `export COUNTERSIGN_URL=${quoted(url)}`,
    `export COUNTERSIGN_AGENT_KEY=${key ?? `'${KEY_PLACEHOLDER}'`}`,
  ].join("\n");

export const sdkProgram = (first: FirstProposal): string => {
  const words = `{ customer: ${JSON.stringify(first.customer)}, note: ${JSON.stringify(noteOf(first))} }`;
  return `import { Countersign } from "@countersign/sdk";
const cs = new Countersign(); // COUNTERSIGN_URL, COUNTERSIGN_AGENT_KEY
const p = await cs.propose.arNote(${words});
const d = await p.decision({ timeoutMs: 600_000 });
console.log(d.status, d.comment ?? ""); // approved, rejected, expired, pending`;
};

/** A JSON text is one of Python's too. */
export const pythonProgram = (first: FirstProposal): string => `from countersign import Countersign
cs = Countersign()  # COUNTERSIGN_URL, COUNTERSIGN_AGENT_KEY
p = cs.propose.ar_note(customer=${JSON.stringify(first.customer)}, note=${JSON.stringify(noteOf(first))})
d = p.decision(timeout_seconds=600)
print(d.status, d.comment or "")  # approved, rejected, expired, pending`;

export const commandLine = (first: FirstProposal): string =>
  `npx @countersign/cli propose ar-note --customer ${quoted(first.customer)} --note ${quoted(noteOf(first))} --wait`;

export const curlCommand = (first: FirstProposal): string => {
  const body = {
    action_type: "ar_note",
    entity_type: "customer",
    entity_ref: first.customer,
    changes: [{ field: "note", to: noteOf(first) }],
  };
  return `curl "$COUNTERSIGN_URL"/api/v1/proposals \\
  -H "Authorization: Bearer $COUNTERSIGN_AGENT_KEY" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: first-proposal" \\
  -d ${quoted(JSON.stringify(body))}`;
};

export const claudeCommand = ({ url }: FirstProposal): string =>
  `claude mcp add --transport http countersign ${quoted(`${url}/api/mcp`)} \\
  --header "Authorization: Bearer $COUNTERSIGN_AGENT_KEY"`;

/** As Cursor reads it, in `.cursor/mcp.json`; most other clients take the same with the key in its place. */
export const mcpConfiguration = ({ url }: FirstProposal): string =>
  JSON.stringify(
    {
      mcpServers: {
        countersign: {
          url: `${url}/api/mcp`,
          headers: { Authorization: "Bearer ${env:COUNTERSIGN_AGENT_KEY}" },
        },
      },
    },
    null,
    2,
  );

export const mcpPrompt = (first: FirstProposal): string =>
  `Propose an AR note on ${first.customer} that says “${noteOf(first)}”, and wait for the decision.`;

/** One word of a POSIX shell, whatever is in it. */
function quoted(text: string): string {
  return /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
