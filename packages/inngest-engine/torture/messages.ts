import type { ProbePoint } from "../src/probe";

/** Messages between the test and its children. */
export interface EngineStart {
  databaseUrl: string;
  appUrl: string;
  checkpointing: boolean;
}
export type EngineOrder = { kind: "die"; at: ProbePoint; hits: number };
export type EngineNews = { kind: "ready"; url: string } | { kind: "leading" } | { kind: "not_leading" };

export interface AppStart {
  databaseUrl: string;
  engineUrl: string;
}
/** Inside a step whose execution is noted already, or in the function's body after a step has returned. */
export type AppMoment = "in_step" | "between_steps";
export type AppOrder = { kind: "listen"; port: number } | { kind: "die"; at: AppMoment; hits: number };
export type AppNews = { kind: "ready" } | { kind: "listening" };
