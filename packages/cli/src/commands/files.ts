import { readFile } from "node:fs/promises";
import { EXIT, Stop } from "../exit.js";
import type { Io } from "../io.js";

/** A file's JSON; `-`: of the standard input. @throws Stop that names the argument. */
export async function readJson(io: Io, argument: string, file: string): Promise<unknown> {
  const fail = (message: string): never => {
    throw new Stop(EXIT.usage, "An argument is not valid.", [{ path: argument, message }]);
  };
  const text =
    file === "-"
      ? await io.readStdin()
      : await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) =>
          fail(`cannot be read: ${error.code}`),
        );
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return fail("holds no JSON");
  }
}
