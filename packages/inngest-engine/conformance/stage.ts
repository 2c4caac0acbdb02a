import type { Inngest } from "inngest";
import type { serve } from "inngest/node";

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
