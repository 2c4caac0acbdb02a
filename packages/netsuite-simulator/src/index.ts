import { fileURLToPath } from "node:url";

export { FAULT_KINDS } from "./faults/fault";
export type { FaultKind } from "./faults/fault";
export type { SimulatorCredentials } from "./http/oauth-check";
export { startSimulator } from "./start-simulator";
export type { Simulator, SimulatorOptions } from "./start-simulator";
export type { Commit } from "./store/stored-record";

/** The simulator as a program of its own, for `node --import tsx`. The README lists its arguments. */
export const simulatorProgram = fileURLToPath(new URL("./main.ts", import.meta.url));
