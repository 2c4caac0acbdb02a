export { FAULT_KINDS } from "./faults/fault";
export type { FaultKind } from "./faults/fault";
export type { SimulatorCredentials } from "./http/oauth-check";
export { startSimulator } from "./start-simulator";
export type { Simulator, SimulatorOptions } from "./start-simulator";
export type { Commit } from "./store/stored-record";
