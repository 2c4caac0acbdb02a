import { Command } from "commander";
import { EXIT, Stop } from "./exit.js";
import type { Io } from "./io.js";
import { reportFault } from "./output/report-fault.js";

/** The parts that commands share: who runs them, how they print, and how they end. */
export interface Context {
  io: Io;
  /** The exit code that the process ends with. */
  exit: number;
}

export interface Run {
  io: Io;
  /** One JSON document on stdout with `--json`, or else the lines. */
  print(value: unknown, lines: readonly string[]): void;
}

type Work = (run: Run, ...input: never[]) => Promise<number | void>;

/** A commander action: it sets the exit code, and puts every fault into words. */
export function action(context: Context, work: Work, inOptions?: (path: string) => string) {
  return async (...input: unknown[]): Promise<void> => {
    const command = input.at(-1) as Command;
    const json = command.optsWithGlobals<{ json?: boolean }>().json === true;
    const { io } = context;
    const print: Run["print"] = (value, lines) => {
      if (json) io.out(JSON.stringify(value));
      else for (const line of lines) io.out(line);
    };
    try {
      context.exit = (await work({ io, print }, ...(input as never[]))) ?? EXIT.done;
    } catch (error) {
      context.exit = reportFault(io, error, { json, ...(inOptions && { inOptions }) });
    }
  };
}

/** @throws Stop that names the argument. */
export function readWhole(name: string, min: number, max: number) {
  return (text: string): number => {
    const value = /^#?\d{1,16}$/.test(text) ? Number(text.replace("#", "")) : Number.NaN;
    if (value >= min && value <= max) return value;
    const error = { path: name, message: `must be a whole number from ${min} to ${max}` };
    throw new Stop(EXIT.usage, "An argument is not valid.", [error]);
  };
}

export const readId = readWhole("<id>", 1, Number.MAX_SAFE_INTEGER);
