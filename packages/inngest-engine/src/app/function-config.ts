import { z } from "zod";
import { nextTick } from "../routing/cron-expression";
import { matchesName } from "../routing/event-names";
import { waitEnd } from "../dispatch/duration";
import { type Expression, parseExpression } from "../expressions/expression";
import { functionCancelled, functionFailed, functionFinished } from "../internal-events";
import { cancelOnMax, retriesDefault, retriesMax } from "../limits";

/** A registered function, with everything of its options that the engine acts on. */
export interface EngineFunction {
  id: string;
  triggers: EventTrigger[];
  crons: string[];
  attemptsMax: number;
  concurrency: ConcurrencyLimit[];
  idempotency: Expression | null;
  cancelOn: CancelOn[];
}

export interface EventTrigger {
  event: string;
  condition: Expression | null;
}

/** An event that cancels runs; its condition compares `event`, the run's own, with `async`, the one that comes. */
export interface CancelOn {
  event: string;
  condition: Expression | null;
  /** A span or an instant, counted from the run's start; null: as long as the run lasts. */
  timeout: string | null;
}

export interface ConcurrencyLimit {
  limit: number;
  /** Null: one limit for the whole function. */
  key: Expression | null;
}

/** A function that is not served, and why; people read it in the log and in /health. */
export interface Refusal {
  functionId: string;
  option: string;
  message: string;
  /** Inngest would refuse the whole app, and so does this engine. */
  refusesApp?: true;
}

const concurrencySchema = z.object({
  limit: z.int().min(1),
  key: z.string().optional(),
  scope: z.enum(["fn", "env", "account"]).optional(),
});
const configSchema = z.looseObject({
  id: z.string().regex(/^[\x21-\x7e]{1,500}$/),
  triggers: z.array(z.record(z.string(), z.unknown())),
  steps: z.record(z.string(), z.object({ retries: z.object({ attempts: z.int().optional() }).nullish() })),
  concurrency: z.union([z.int().min(1), concurrencySchema, z.array(concurrencySchema)]).nullish(),
  idempotency: z.string().nullish(),
  cancel: z
    .array(z.object({ event: z.string().min(1), if: z.string().nullish(), timeout: z.string().nullish() }))
    .nullish(),
});
type Config = z.infer<typeof configSchema>;

const knownOptions = new Set(["id", "name", "triggers", "steps", "concurrency", "idempotency", "cancel"]);
/** Of Inngest's own events only these are ever sent here. */
const sentInternalEvents = [functionFailed, functionFinished, functionCancelled, "inngest/scheduled.timer"];

class RefusedOption extends Error {
  constructor(
    readonly option: string,
    problem: string,
    readonly refusesApp = false,
  ) {
    super(problem);
  }
}

/** Reads one function of a sync answer, or says which of its options this engine cannot honour. */
export function readFunction(config: unknown): EngineFunction | Refusal {
  const parsed = configSchema.safeParse(config);
  const id = readId(config);
  if (!parsed.success) return refusal(id, parsed.error.issues[0]?.path.join(".") || "config", "is malformed");
  try {
    return readConfig(parsed.data);
  } catch (error) {
    if (!(error instanceof RefusedOption)) throw error;
    const refused = refusal(id, error.option, error.message);
    return error.refusesApp ? { ...refused, refusesApp: true } : refused;
  }
}

export function isRefusal(result: EngineFunction | Refusal): result is Refusal {
  return "option" in result;
}

function readConfig(config: Config): EngineFunction {
  for (const [name, value] of Object.entries(config)) {
    if (!knownOptions.has(name) && value !== undefined && value !== null) {
      throw new RefusedOption(name, "is not supported by this engine");
    }
  }
  const triggers: EventTrigger[] = [];
  const crons: string[] = [];
  for (const trigger of config.triggers) {
    if (typeof trigger.cron === "string") crons.push(readCron(trigger.cron, trigger));
    else triggers.push(readEventTrigger(trigger));
  }
  return {
    id: config.id,
    triggers,
    crons,
    attemptsMax: readRetries(config) + 1,
    concurrency: readConcurrency(config.concurrency),
    idempotency: config.idempotency ? readKey(config.idempotency, "idempotency") : null,
    cancelOn: readCancelOn(config.cancel ?? []),
  };
}

function readEventTrigger(trigger: Record<string, unknown>): EventTrigger {
  const { event, expression } = trigger;
  if (typeof event !== "string")
    throw new RefusedOption("triggers", "has a trigger that is neither event nor cron");
  if (event.startsWith("inngest/") && !sentInternalEvents.some((name) => matchesName(event, name))) {
    throw new RefusedOption("triggers", `wants "${event}", which this engine never sends`);
  }
  if (typeof expression !== "string") return { event, condition: null };
  return { event, condition: readExpression(expression, "if", ["event"]) };
}

function readCron(expression: string, trigger: Record<string, unknown>): string {
  if (trigger.jitter) throw new RefusedOption("jitter", "is not supported by this engine");
  try {
    nextTick(expression, 0);
  } catch (cause) {
    throw new RefusedOption("cron", `is no valid schedule: "${expression}" (${String(cause)})`);
  }
  return expression;
}

function readRetries(config: Config): number {
  const retries = Object.values(config.steps)[0]?.retries?.attempts ?? retriesDefault;
  if (retries < 0 || retries > retriesMax)
    throw new RefusedOption("retries", `must be from 0 to ${retriesMax}`);
  return retries;
}

function readConcurrency(option: Config["concurrency"]): ConcurrencyLimit[] {
  if (option === undefined || option === null) return [];
  const list = typeof option === "number" ? [{ limit: option }] : [option].flat();
  return list.map((entry: z.infer<typeof concurrencySchema>) => {
    if (entry.scope && entry.scope !== "fn") {
      throw new RefusedOption("concurrency", `has scope "${entry.scope}"; this engine only knows "fn"`);
    }
    return { limit: entry.limit, key: entry.key ? readKey(entry.key, "concurrency") : null };
  });
}

function readCancelOn(option: NonNullable<Config["cancel"]>): CancelOn[] {
  if (option.length > cancelOnMax)
    throw new RefusedOption("cancelOn", `lists more than ${cancelOnMax} events`);
  return option.map(({ event, if: text, timeout }) => {
    if (timeout && waitEnd(timeout, 0) === null) {
      throw new RefusedOption("cancelOn", `has a timeout that is neither a span nor an instant: ${timeout}`);
    }
    const condition = text ? readExpression(text, "cancelOn", ["event", "async"]) : null;
    return { event, condition, timeout: timeout || null };
  });
}

function readKey(text: string, option: string): Expression {
  return readExpression(text, option, ["event"]);
}

function readExpression(text: string, option: string, variables: ("event" | "async")[]): Expression {
  const parsed = parseExpression(text, variables);
  if ("problem" in parsed) throw new RefusedOption(option, parsed.problem, parsed.isUnreadable);
  return parsed.expression;
}

function refusal(functionId: string, option: string, problem: string): Refusal {
  return {
    functionId,
    option,
    message: `Function "${functionId}" is not served: its option "${option}" ${problem}.`,
  };
}

function readId(config: unknown): string {
  const id = typeof config === "object" && config !== null && "id" in config ? config.id : null;
  return typeof id === "string" ? id : "(without id)";
}
