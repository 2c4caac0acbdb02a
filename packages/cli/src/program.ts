import { Command, CommanderError } from "commander";
import { decisionCommands } from "./commands/decide.js";
import { loginCommands } from "./commands/login.js";
import { mcpCommand } from "./commands/mcp.js";
import { proposalCommands } from "./commands/proposals.js";
import { proposeCommand } from "./commands/propose.js";
import { questionCommand } from "./commands/questions.js";
import { runCommand } from "./commands/runs.js";
import { verifyCommand } from "./commands/verify.js";
import type { Context } from "./context.js";
import { EXIT, EXIT_HELP, Stop } from "./exit.js";
import type { Io } from "./io.js";
import { reportFault } from "./output/report-fault.js";

/** Runs one command and returns its exit code. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const context: Context = { io, exit: EXIT.done };
  const json = args.includes("--json");
  try {
    await programOf(context, json).parseAsync([...args], { from: "user" });
    return context.exit;
  } catch (error) {
    if (!(error instanceof CommanderError)) return reportFault(io, error, { json });
    if (error.exitCode === 0) return EXIT.done;
    // For people its own message has been printed.
    return json ? reportFault(io, usageOf(error), { json }) : EXIT.usage;
  }
}

const usageOf = ({ message }: CommanderError): Stop =>
  new Stop(EXIT.usage, withoutValues(message.replace(/^error: /, "")));

function programOf(context: Context, json: boolean): Command {
  const program = new Command("countersign")
    .description("Propose writes, wait for people, and decide what others proposed.")
    .addHelpText(
      "after",
      `${EXIT_HELP}\nSettings: COUNTERSIGN_URL, COUNTERSIGN_AGENT_KEY, COUNTERSIGN_TOKEN, or countersign login.`,
    );
  for (const command of [
    proposeCommand(context),
    ...proposalCommands(context),
    runCommand(context),
    questionCommand(context),
    ...decisionCommands(context),
    verifyCommand(context),
    mcpCommand(context),
    ...loginCommands(context),
  ])
    program.addCommand(command);
  return prepared(program, context.io, json);
}

/** Every command alike: `--json`, no exit of the process, and words on the streams of `io`. */
function prepared(command: Command, io: Io, json: boolean): Command {
  command
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({
      writeOut: (text) => io.out(text.trimEnd()),
      writeErr: (text) => {
        if (!json) io.err(withoutValues(text.trimEnd()));
      },
    });
  if (command.commands.length === 0)
    command.option("--json", "one JSON document on standard output; faults as JSON too");
  else command.showHelpAfterError("(--help lists the commands)");
  for (const one of command.commands) prepared(one, io, json);
  return command;
}

/** `--key=secret` was meant as a secret: an unknown option is named without its value. */
const withoutValues = (text: string): string =>
  text.replaceAll(
    /(unknown option '--?[\w-]+)=[^']*'/g,
    "$1'\nKeys come from the environment or from countersign login.",
  );
