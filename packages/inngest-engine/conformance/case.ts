import type { EngineOptions } from "../src";
import type { Scene } from "./scene";
import type { Functions, Mode, Stage } from "./stage";

/** A case that was given its stage: its functions, and what is sent to them and must be seen. */
export interface Play {
  functions: Functions;
  see: (scene: Scene) => Promise<void>;
}

/**
 * Which world a case is played in. `shared`: with the others of its mode, at the same time, by real time. `clock`: with
 * others that move the clock or answer in the app's place, one after the other. `own`: alone, with a database, an engine and an app of its own.
 */
export type Place = "shared" | "clock" | "own";

export interface Case {
  /** Short and unique; part of the ids of its functions. */
  key: string;
  /** The guarantee. */
  name: string;
  place: Place;
  /** In these modes only; in all where it is not given. */
  modes?: readonly Mode[];
  /** Why a real server cannot play it. */
  notReal?: string;
  /** The engine's lack. The suite fails as soon as the case passes, so that this line goes. */
  pending?: string;
  /** For a world of its own. */
  engine?: Partial<EngineOptions>;
  play: (stage: Stage) => Play;
}

export interface Theme {
  title: string;
  cases: readonly Case[];
}

export const needsItsProcess = "stops, starts or breaks the engine's process";
export const needsItsClock = "moves the engine's clock";
export const needsItsPages = "reads /health, which only this engine has";
