import { vi } from "vitest";

/**
 * Several test files share a process, which saves each of them a start and the packages' imports (docs/adr/0148). Before each of them
 * the process is as at its start: no module of ours was run, nothing stands on globalThis, the environment is the first one, and
 * time passes.
 */
const holder = globalThis as typeof globalThis & { environmentAtStart?: NodeJS.ProcessEnv };
const environment = (holder.environmentAtStart ??= { ...process.env });

vi.resetModules();
vi.useRealTimers();
for (const name of Object.keys(globalThis))
  if (name.startsWith("countersign")) Reflect.deleteProperty(globalThis, name);
for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
Object.assign(process.env, environment);
