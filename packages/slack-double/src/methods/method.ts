import type { Installation, Installations } from "../installations";
import type { Posts } from "../posts";
import type { PostRates } from "../rates";
import { Refusal } from "../refusal";
import type { Workspaces } from "../workspaces";

/** The state that the methods of the Web API work on. */
export interface SlackState {
  workspaces: Workspaces;
  installations: Installations;
  posts: Posts;
  rates: PostRates;
}

export type Arguments = Readonly<Record<string, unknown>>;

export interface MethodCall {
  state: SlackState;
  installation: Installation;
  args: Arguments;
}

export interface Method {
  /** The scope that it asks for. */
  scope: string | null;
  /** The members of the answer beside `ok`. @throws Refusal */
  run(call: MethodCall): Record<string, unknown>;
}

/** Answered with 429. */
export class TooMany extends Error {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super("ratelimited");
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** @throws Refusal `invalid_arguments` where it is missing or is no text. */
export function textOf(args: Arguments, name: string): string {
  const value = args[name];
  if (typeof value !== "string" || value === "")
    throw new Refusal("invalid_arguments", [`[ERROR] missing required field: ${name}`]);
  return value;
}

/** A form carries structures as JSON text, and JSON carries them as they are. */
export function structureOf(args: Arguments, name: string, refusal: string): unknown {
  const value = args[name];
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    throw new Refusal(refusal, [`[ERROR] ${name} is no JSON`]);
  }
}
