import type { Json, RunView } from "@countersign/sdk";
import { Command, Option } from "commander";
import { agentClient } from "../config/clients.js";
import { type Context, type Run, action, readId, readWhole } from "../context.js";
import { EXIT, Stop } from "../exit.js";
import { runLine, runLines } from "../output/proposals.js";
import { readJson } from "./files.js";
import { timeoutOption } from "./waiting.js";

/** Runs of workflows: start, watch, show, list, cancel. */

interface StartFlags {
  input?: Record<string, Json>;
  inputs?: string;
  ref?: string;
  watch?: boolean;
  timeout: number;
}

export const runCommand = (context: Context): Command =>
  new Command("run")
    .description("start and watch runs of workflows")
    .addCommand(startCommand(context))
    .addCommand(
      new Command("watch")
        .description("watch a run to its end")
        .argument("<id>", "the run's number", readId)
        .addOption(timeoutOption())
        .action(
          action(context, (run, id: number, { timeout }: { timeout: number }) => watch(run, id, timeout)),
        ),
    )
    .addCommand(
      new Command("show")
        .description("show a run with its steps")
        .argument("<id>", "the run's number", readId)
        .action(
          action(context, async ({ io, print }, id: number) => {
            const view = await (await agentClient(io)).runs.get(id, { signal: io.signal });
            print(view, runLines(view));
          }),
        ),
    )
    .addCommand(
      new Command("list")
        .description("list the runs that your agent began, newest first")
        .option("--workflow <name>", "of one workflow")
        .addOption(
          new Option("--limit <number>", "so many at most")
            .argParser(readWhole("--limit", 1, 200))
            .default(50),
        )
        .action(
          action(
            context,
            async ({ io, print }, { workflow, limit }: { workflow?: string; limit: number }) => {
              const filter = { limit, ...(workflow === undefined ? {} : { workflow }) };
              const page = await (await agentClient(io)).runs.list(filter, { signal: io.signal });
              print(page, page.items.length === 0 ? ["Nothing fits."] : page.items.map(runLine));
            },
          ),
        ),
    )
    .addCommand(
      new Command("cancel")
        .description("let nothing more of a run begin, and withdraw what it proposed")
        .argument("<id>", "the run's number", readId)
        .action(
          action(context, async ({ io, print }, id: number) => {
            const view = await (await agentClient(io)).runs.cancel(id, { signal: io.signal });
            print(view, runLines(view));
          }),
        ),
    );

const startCommand = (context: Context): Command =>
  new Command("start")
    .description("begin a run of a workflow in force")
    .argument("<workflow>", "its name")
    .option("--input <name=value>", "an input, as JSON or as text; may be repeated", readInput)
    .option("--inputs <file.json>", "the inputs as a JSON object; -: standard input")
    .option("--ref <text>", "the same one is one run, however often it is started")
    .option("--watch", "watch it to its end")
    .addOption(timeoutOption())
    .action(
      action(context, async (run, workflow: string, flags: StartFlags) => {
        const fromFile = flags.inputs === undefined ? {} : await readJson(run.io, "--inputs", flags.inputs);
        const inputs = { ...(fromFile as Record<string, Json>), ...flags.input };
        const { runs } = await agentClient(run.io);
        const input = { workflow, inputs, ...(flags.ref === undefined ? {} : { trigger_ref: flags.ref }) };
        const view = await runs.start(input, { signal: run.io.signal });
        if (flags.watch) return watch(run, view.id, flags.timeout);
        run.print(view, runLines(view));
        return EXIT.done;
      }),
    );

/** Each change is a line on stderr; the end is printed. */
async function watch({ io, print }: Run, id: number, timeout: number): Promise<number> {
  const { runs } = await agentClient(io);
  const onChange = (view: RunView) => io.err(runLine(view));
  const view = await runs.wait(id, { timeoutMs: timeout * 1_000, signal: io.signal, onChange });
  print(view, runLines(view));
  if (view.status === "succeeded") return EXIT.done;
  return view.ended_at === null ? EXIT.pending : EXIT.ended;
}

/** `n=3` is a number, `who=Ana` text. */
function readInput(text: string, before: Record<string, Json> = {}): Record<string, Json> {
  const at = text.indexOf("=");
  if (at <= 0)
    throw new Stop(EXIT.usage, "An argument is not valid.", [
      { path: "--input", message: "must read name=value" },
    ]);
  return { ...before, [text.slice(0, at)]: jsonOrText(text.slice(at + 1)) };
}

function jsonOrText(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
