#!/usr/bin/env node
import { processIo } from "./io.js";
import { run } from "./program.js";

const controller = new AbortController();
process.once("SIGINT", () => controller.abort(new DOMException("interrupted", "AbortError")));
process.exitCode = await run(process.argv.slice(2), processIo(controller.signal));
