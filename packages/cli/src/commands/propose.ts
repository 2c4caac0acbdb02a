import {
  ACTIONS,
  type Action,
  type Countersign,
  type Proposal,
  type ProposalInput,
  type ProposeOptions,
  type Word,
} from "@countersign/sdk";
import { Command, Option } from "commander";
import { agentClient } from "../config/clients.js";
import { type Context, type Run, action, readWhole } from "../context.js";
import { EXIT, Stop } from "../exit.js";
import { proposalLines } from "../output/proposals.js";
import { readJson } from "./files.js";
import { exitOf, waitFor, withWaitOptions } from "./waiting.js";

/** `propose <type>`: one command for each action type, with an option for each of its words. */

interface Flags {
  wait?: boolean;
  outcome?: boolean;
  timeout: number;
  reason?: string;
  evidence?: string[];
  idempotencyKey?: string;
  expires?: number;
  correlation?: string;
  conversation?: string;
  model?: string;
  context?: Record<string, string>;
  claim?: number;
}

export function proposeCommand(context: Context): Command {
  const propose = new Command("propose").description("propose a write; a person decides");
  for (const [name, one] of Object.entries<Action>(ACTIONS))
    propose.addCommand(typeCommand(context, name, one));
  const body = new Command("body")
    .description("propose in the words of the API, from a file of JSON (-: standard input)")
    .argument("<file>");
  return propose.addCommand(
    withAbout(body).action(
      action(context, async (run, file: string, flags: Flags) => {
        const input = (await readJson(run.io, "<file>", file)) as ProposalInput;
        const client = await agentClient(run.io);
        const options = { signal: run.io.signal, ...keyOf(flags) };
        return finish(run, client, await client.proposals.create(input, options), flags);
      }),
    ),
  );
}

function typeCommand(context: Context, name: string, one: Action): Command {
  const command = new Command(kebab(name)).description(one.description);
  for (const word of one.words) command.addOption(optionOf(word));
  withAbout(command)
    .option("--reason <text>", "one or two sentences for the person who decides")
    .option("--evidence <text>", "a source; may be repeated", collected)
    .addOption(
      new Option("--expires <seconds>", "withdrawn by itself after so long").argParser(
        readWhole("--expires", 60, 2_592_000),
      ),
    )
    .option("--conversation <reference>", "shown to people")
    .option("--model <name>", "the model that thought of it")
    .option("--context <name=value>", "a further name beside it, such as a ticket; may be repeated", pairs)
    .addOption(
      new Option("--claim <tier>", "your own view of the tier; shown, never weighed").argParser(
        readWhole("--claim", 1, 5),
      ),
    );
  return command.action(
    action(
      context,
      async (run, flags: Flags) => {
        const client = await agentClient(run.io);
        const input = await wordsOf(run, one, flags as unknown as Record<string, unknown>);
        const about = { ...input, ...pick(flags, ["reason", "evidence"]) };
        const method = (client.propose as unknown as Record<string, Method>)[name]!;
        return finish(run, client, await method(about, optionsOf(run, flags)), flags);
      },
      (path) => optionNamed(one, path),
    ),
  );
}

type Method = (input: object, options: ProposeOptions) => Promise<Proposal>;

const withAbout = (command: Command): Command =>
  withWaitOptions(
    command
      .option(
        "--idempotency-key <key>",
        "the same key and words are one proposal, however often they are sent",
      )
      .option("--correlation <id>", "an id of your own, which travels to the receipt of the write")
      .option("--wait", "wait until people have decided"),
  );

function optionOf({ name, description, required, kind, choices }: Word): Option {
  const value = kind === "list" ? "file.json" : kind === "text" ? "text" : "number";
  const words = kind === "list" ? `${description} A file with a JSON list; -: standard input.` : description;
  const option = new Option(`--${kebab(name)} <${value}>`, `${words}${required ? "" : " Optional."}`);
  if (choices) option.choices([...choices]);
  return option.makeOptionMandatory(required);
}

async function wordsOf(
  { io }: Run,
  { words }: Action,
  flags: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const { name, kind } of words) {
    const given = flags[name] as string | undefined;
    if (given === undefined) continue;
    values[name] =
      kind === "list"
        ? await readJson(io, `--${kebab(name)}`, given)
        : kind === "integer"
          ? wholeOf(name, given)
          : given;
  }
  return values;
}

function wholeOf(name: string, text: string): number {
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  throw new Stop(EXIT.usage, "An argument is not valid.", [
    { path: `--${kebab(name)}`, message: "must be a whole number" },
  ]);
}

function optionsOf({ io }: Run, flags: Flags): ProposeOptions {
  const options = {
    signal: io.signal,
    ...keyOf(flags),
    expiresInSeconds: flags.expires,
    conversationRef: flags.conversation,
    riskLevel: flags.claim,
    ...pick(flags, ["model", "context"]),
  };
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

const keyOf = ({ idempotencyKey, correlation }: Flags) => ({
  ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  ...(correlation === undefined ? {} : { correlationId: correlation }),
});

async function finish(run: Run, client: Countersign, proposal: Proposal, flags: Flags): Promise<number> {
  const { created, idempotencyKey } = proposal;
  const about = { created, idempotency_key: idempotencyKey };
  if (!flags.wait && !flags.outcome) {
    const lines = proposalLines(proposal.view);
    run.print(
      { ...proposal.view, ...about },
      created ? lines : [...lines, "  made before: under this key, or as an equal one that still waits"],
    );
    return EXIT.done;
  }
  const outcome = await waitFor(client.proposals, run.io, proposal.id, flags);
  run.print({ ...outcome.view, ...about }, proposalLines(outcome.view));
  return exitOf(outcome, flags);
}

/** `prices[1].to` → `--prices[1].to`: the option, with the place in its file. */
function optionNamed({ words }: Action, path: string): string {
  const [, name = path, place = ""] = /^(\w+)(.*)$/.exec(path) ?? [];
  const known = [...words.map((word) => word.name), "reason", "evidence", "context", "model"];
  return known.includes(name) ? `--${kebab(name)}${place}` : path;
}

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const collected = (value: string, before: string[] = []): string[] => [...before, value];

function pairs(value: string, before: Record<string, string> = {}): Record<string, string> {
  const at = value.indexOf("=");
  if (at > 0) return { ...before, [value.slice(0, at)]: value.slice(at + 1) };
  throw new Stop(EXIT.usage, "An argument is not valid.", [
    { path: "--context", message: "must read name=value" },
  ]);
}

function pick<From extends object, Name extends keyof From>(
  from: From,
  names: readonly Name[],
): Pick<From, Name> {
  return Object.fromEntries(
    names.filter((name) => from[name] !== undefined).map((name) => [name, from[name]]),
  ) as Pick<From, Name>;
}
