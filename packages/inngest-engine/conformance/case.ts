import { createHash } from "node:crypto";
import type { EngineOptions } from "../src";
import type { Mode } from "./app";
import type { Stage } from "./stage";

/** Serves the case's functions. The function that it returns sends events and asserts, once the world runs. */
export type Play = (stage: Stage) => () => Promise<unknown>;

/**
 * The world in which a case is played. `shared`: with the others of its mode, at the same time, by real time. `clock`: with
 * others that move the clock or answer in the app's place, one after the other. `own`: alone, with a database, an engine and an app of its own.
 */
export type Place = "shared" | "clock" | "own";

interface Limits {
  /** In these modes only; in all where it is not given. */
  modes?: readonly Mode[];
  /** Why a real server cannot play it. */
  notReal?: string;
  /** For a world of its own. */
  engine?: Partial<EngineOptions>;
}

export interface Case extends Limits {
  /** Short and unique; part of the ids of its functions. */
  key: string;
  name: string;
  place: Place;
  play: Play;
}

type Declare = (key: string, name: string, ...rest: [Play] | [Limits, Play]) => void;

/** A chapter of CASES.md. Its file declares the cases in their order, each by its place. */
export function theme(title: string) {
  const cases: Case[] = [];
  const declare = (place: Place): Declare => {
    return (key, name, ...rest) => {
      const [limits, play] = rest.length === 1 ? [{}, rest[0]] : rest;
      cases.push({ key, name, place, ...limits, play });
    };
  };
  return { title, cases, shared: declare("shared"), clock: declare("clock"), own: declare("own") };
}

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
export const wrongKeys = [null, "signkey-test-00ff"];
/** As the SDK makes a step's id from its name. */
export const sha1 = (text: string): string => createHash("sha1").update(text).digest("hex");
export const needsItsProcess = "stops, starts or breaks the engine's process";
export const needsItsClock = "moves the engine's clock";
export const needsItsPages = "reads /health, which only this engine has";
