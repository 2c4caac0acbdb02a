import type { Inngest } from "inngest";
import type { serve } from "inngest/node";
import type { EngineOptions } from "../src";
import type { Scene } from "./scene";

/** How engine and app talk: each is how somebody runs them. */
export type Mode =
  /** One call per step, unsigned. */
  | "plain"
  /** Steps are checkpointed, unsigned. */
  | "checkpointing"
  /** Cloud mode: signed both ways, checkpointed. How the product runs. */
  | "signed";

export type Functions = NonNullable<Parameters<typeof serve>[0]["functions"]>;

const createFunction = (client: Inngest) => client.createFunction<[{ event: string }]>;
type Options = Parameters<ReturnType<typeof createFunction>>[0];
type Body = Parameters<ReturnType<typeof createFunction>>[1];

/** The stage of one case: its ids begin with the case's key. */
export function stageOf(stage: Omit<Stage, "onGo">, key: string): Stage {
  const own = (name: string): string => stage.own(name ? `${key}-${name}` : key);
  const defaults = { id: own("f"), retries: 0, triggers: [{ event: own("go") }] } satisfies Options;
  return {
    ...stage,
    own,
    onGo: (body, options) => createFunction(stage.client)({ ...defaults, ...options }, body),
  };
}

/** Everything with which a case writes its functions, before its world runs. */
export interface Stage {
  mode: Mode;
  /** True against a real Inngest server. */
  isReal: boolean;
  client: Inngest;
  /** An id for a function, an event, a key: no other case and no earlier run of the suite has it. */
  own(name: string): string;
  /** A function of the case's own. Unless the options differ it is "f", has no retries, and starts by the event "go". */
  onGo(body: Body, options?: Partial<Options>): Functions[number];
  /** A length of time: the first where the clock can be moved, the second where it has to be waited for. */
  span(moved: string, waited: string): string;
  /** An error after which a function is soon called again, also by a server whose own backoff is long. */
  again(message: string): Error;
}

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
