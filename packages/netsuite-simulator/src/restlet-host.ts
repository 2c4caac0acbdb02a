import fs from "node:fs";
import path from "node:path";
import vm from "node:vm";
import { createCurrencyModule } from "./modules/currency";
import { createErrorModule } from "./modules/error";
import { createFormatModule } from "./modules/format";
import { type ScriptLogLine, createLogModule } from "./modules/log";
import { createRecordModule } from "./modules/record";
import { createRuntimeModule } from "./modules/runtime";
import { createSearchModule } from "./modules/search";
import type { Run } from "./run";

export type RestletHost = ReturnType<typeof createRestletHost>;

const SCRIPT_TIMEOUT_MS = 10_000;

type Factory = (...modules: unknown[]) => unknown;

interface HostOptions {
  now: () => Date;
  log: (line: ScriptLogLine) => void;
  /** The RESTlet's entry file. */
  script: string;
}

/**
 * Runs the very files we ship, each request in a fresh context, with an AMD loader and the NetSuite modules they ask
 * for. A module that is not simulated is an error, never an empty object.
 */
export function createRestletHost(options: HostOptions) {
  const compiled = new Map<string, vm.Script>();
  const compile = (file: string): vm.Script => {
    const script =
      compiled.get(file) ?? new vm.Script(fs.readFileSync(file, "utf8"), { filename: path.basename(file) });
    compiled.set(file, script);
    return script;
  };
  return {
    /** @throws whatever the script throws. */
    post(run: Run, request: unknown): unknown {
      const context = vm.createContext({});
      takeClock.runInContext(context)(() => options.now().getTime());
      const loader = createLoader(context, compile, createModules(run, options));
      const entry = loader(options.script);
      if (!hasPost(entry)) throw new Error("The RESTlet has no post function.");
      return entry.post(request);
    },
  };
}

/** A script's dates go by the account's clock, not by this machine's. */
const takeClock = new vm.Script(`(now) => {
  globalThis.Date = class extends Date {
    constructor(...parts) {
      super(...(parts.length > 0 ? parts : [now()]));
    }
    static now() {
      return now();
    }
  };
}`);

function hasPost(value: unknown): value is { post(request: unknown): unknown } {
  return typeof value === "object" && value !== null && "post" in value && typeof value.post === "function";
}

function createModules(run: Run, options: HostOptions): Map<string, unknown> {
  return new Map<string, unknown>([
    ["N/currency", createCurrencyModule(run)],
    ["N/record", createRecordModule(run)],
    ["N/search", createSearchModule(run, options.now)],
    ["N/runtime", createRuntimeModule(run)],
    ["N/error", createErrorModule()],
    ["N/format", createFormatModule()],
    ["N/log", createLogModule(options.log)],
  ]);
}

/** AMD as NetSuite does it: `define([names], factory)`, relative names beside the file, each module once per request. */
function createLoader(
  context: vm.Context,
  compile: (file: string) => vm.Script,
  modules: Map<string, unknown>,
): (file: string) => unknown {
  const load = (name: string, from: string): unknown => {
    const file = name.startsWith(".") ? path.resolve(path.dirname(from), `${name}.js`) : name;
    if (modules.has(file)) return modules.get(file);
    if (!name.startsWith(".")) throw new Error(`The module ${name} is not simulated.`);
    const loaded = loadFile(file);
    modules.set(file, loaded);
    return loaded;
  };
  let isLoading = false;
  const loadFile = (file: string): unknown => {
    let result: unknown;
    // The guard of the entry file covers the files that it loads; each guard costs a thread of its own.
    const guard = isLoading ? {} : { timeout: SCRIPT_TIMEOUT_MS };
    isLoading = true;
    Object.assign(context, {
      define: (names: string[], factory: Factory) => {
        result = factory(...names.map((name) => load(name, file)));
      },
    });
    compile(file).runInContext(context, guard);
    return result;
  };
  return loadFile;
}
