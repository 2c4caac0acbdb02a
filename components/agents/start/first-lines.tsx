"use client";
import { useState } from "react";
import { TextField } from "@/components/ui/forms/fields";
import { Tabs } from "@/components/ui/tabs";
import { CodeBlock } from "./code-block";
import {
  type FirstProposal,
  claudeCommand,
  commandLine,
  curlCommand,
  mcpConfiguration,
  mcpPrompt,
  pythonProgram,
  sdkProgram,
} from "./snippets";

/** The first proposal in the words of each way in, for a customer of the reader's own. */
export function FirstLines({ url, agent }: Pick<FirstProposal, "url" | "agent">) {
  const [customer, setCustomer] = useState("Riverbend Foods");
  const first = { url, agent, customer };
  return (
    <>
      <p className="text-sm text-ink-2">
        It proposes a note on a customer&rsquo;s account. Nothing is written before a person approves it.
      </p>
      <div className="max-w-sm">
        <TextField
          label="A customer of yours"
          hint="By its name in NetSuite. The lines below use it."
          value={customer}
          onChange={(event) => setCustomer(event.target.value)}
          maxLength={200}
          spellCheck={false}
        />
      </div>
      <Tabs
        label="Ways to propose"
        parts={[
          { key: "sdk", name: "TypeScript SDK", content: <SdkLines first={first} /> },
          { key: "cli", name: "Command line", content: <CommandLines first={first} /> },
          { key: "mcp", name: "MCP", content: <McpLines first={first} /> },
          { key: "curl", name: "curl", content: <CurlLines first={first} /> },
          { key: "python", name: "Python", content: <PythonLines first={first} /> },
        ]}
      />
    </>
  );
}

interface LinesProps {
  first: FirstProposal;
}

const SdkLines = ({ first }: LinesProps) => (
  <>
    <CodeBlock subject="the installation" caption="In a project of Node 20 or newer">
      npm install @countersign/sdk
    </CodeBlock>
    <CodeBlock subject="the five lines" caption="first-proposal.mjs">
      {sdkProgram(first)}
    </CodeBlock>
    <CodeBlock subject="the start" caption="Where the environment is set">
      node first-proposal.mjs
    </CodeBlock>
    <p className="text-sm text-ink-2">
      For the AI SDK, OpenAI Agents and LangGraph the repository has recipes to copy: docs/agents.md.
    </p>
  </>
);

const CommandLines = ({ first }: LinesProps) => (
  <>
    <CodeBlock subject="the command" caption="Where the environment is set; Node 20 or newer">
      {commandLine(first)}
    </CodeBlock>
    <p className="text-sm text-ink-2">
      It waits ten minutes for people. Its exit code says how it ended: 0 approved, 3 rejected, 5 still
      pending.
    </p>
  </>
);

const McpLines = ({ first }: LinesProps) => (
  <>
    <CodeBlock subject="the command for Claude Code" caption="Claude Code, where the environment is set">
      {claudeCommand(first)}
    </CodeBlock>
    <CodeBlock subject="the configuration" caption="Cursor: .cursor/mcp.json">
      {mcpConfiguration(first)}
    </CodeBlock>
    <CodeBlock subject="the words for the agent" caption="Then say to it">
      {mcpPrompt(first)}
    </CodeBlock>
    <p className="text-sm text-ink-2">
      Any other client that speaks Streamable HTTP takes the same address and the same header.
    </p>
  </>
);

const CurlLines = ({ first }: LinesProps) => (
  <CodeBlock subject="the request" caption="Where the environment is set">
    {curlCommand(first)}
  </CodeBlock>
);

const PythonLines = ({ first }: LinesProps) => (
  <>
    <p className="text-sm text-ink-2">
      One file, which needs nothing but Python 3.9 or newer: copy packages/python/countersign.py from the
      repository beside your program.
    </p>
    <CodeBlock subject="the five lines in Python" caption="first_proposal.py">
      {pythonProgram(first)}
    </CodeBlock>
    <CodeBlock subject="the start in Python" caption="Where the environment is set">
      python3 first_proposal.py
    </CodeBlock>
  </>
);
