import type { Trace } from "@/lib/correlation";
import type { z } from "zod";
import type { ErrorCode } from "@/lib/core/errors";
import type { AgentPrincipal, Operator, Person } from "@/lib/core/access/principal";
import type { QuotaTry } from "@/lib/gateway/controls/quotas/quotas";
import { type AddressField, type HeaderField, byId, stepUpHeader } from "./fields";

/** The kinds of callers, and the principal that the frame hands to the verb for each. */
interface Principals {
  agent: AgentPrincipal;
  person: Person;
  /** Presents METRICS_TOKEN. */
  scraper: null;
  /** Presents OPERATOR_TOKEN and says their name. */
  operator: Operator;
  anybody: null;
}
export type Caller = keyof Principals;

/** The request in which an operation runs. */
export interface CallContext extends Trace {
  correlationId: string;
  /** Aborted when the caller hangs up. */
  signal: AbortSignal;
  channel: "api" | "page";
  /** Establishes once more who asks, for an answer that takes long. Rejects where the credential counts no more. */
  proveAgain: () => Promise<unknown>;
}

/** A result that needs another status than the operation's first, or headers of its own. */
export class Answer<Body> {
  constructor(
    readonly status: number,
    readonly body: Body,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}
}

/** A text that is sent piece by piece, because it may be long. */
export class StreamedAnswer extends Answer<string> {
  constructor(
    readonly stream: ReadableStream<Uint8Array>,
    headers: Readonly<Record<string, string>>,
  ) {
    super(200, "", headers);
  }
}

export interface AnswerDescription<Schema extends z.ZodType = z.ZodType> {
  description: string;
  schema: Schema;
  /** Content type; JSON where it is absent. Anything else is sent as it is. */
  type?: string;
}

/** One operation of the contract. The route, the OpenAPI document, the server action and the tests' client follow from it. */
export interface Operation {
  method: "get" | "post" | "put" | "patch" | "delete";
  /** As OpenAPI writes it: `/api/people/{id}`. */
  path: string;
  summary: string;
  caller: Caller;
  /** The least role that the verb lets through; absent: every role. The verb decides, a test compares. */
  role?: "approver" | "admin";
  /** The names in the address: in its path, or else in its query, where each is required. */
  address?: Readonly<Record<string, AddressField<unknown>>>;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** A body that the schema takes. It stands in the OpenAPI document, and the tests of refusals vary it. */
  example?: unknown;
  headers?: Readonly<Record<string, HeaderField<unknown>>>;
  /** The verb spends a step-up token: X-Step-Up, of a page the field `step_up`. */
  stepUp?: boolean;
  /** An administrator reaches it before their second factor is proven in the session. */
  beforeSecondFactor?: boolean;
  /** Answers by status; the first is the usual one. */
  answers: Readonly<Record<number, AnswerDescription>>;
  /** Refusals of the verb. Those of the frame (who asks, how the input is written) are added by what it takes. */
  refusals?: readonly ErrorCode[];
  /** True: our pages reach it through `act`. They change by operations, and read by verbs and routes. */
  onPage: boolean;
  /**
   * Takes a try before the body is read, so that a refused one counts. Resolves with headers for every answer, and what a
   * refusal costs besides.
   * @throws AppError rate_limited 429.
   */
  quota?: (caller: never, request: Request) => Promise<QuotaTry>;
  verb: (caller: never, input: never, context: CallContext) => Promise<unknown>;
}

type Fields = Readonly<Record<string, { schema: z.ZodType }>>;
type InputOfFields<F extends Fields> = { [Name in keyof F]: z.input<F[Name]["schema"]> };
type OutputOfFields<F extends Fields> = { [Name in keyof F]: z.output<F[Name]["schema"]> };
type NoFields = Record<never, never>;
/** An absent schema adds no fields; zod's type for "no keys" would forbid every other one. */
type In<S extends z.ZodType> = string extends keyof z.input<S> ? NoFields : z.input<S>;
type Out<S extends z.ZodType> = string extends keyof z.output<S> ? NoFields : z.output<S>;
type Plain<T> = { [Key in keyof T]: T[Key] };
type Route = `${Uppercase<Operation["method"]>} /${string}`;
type AddressOf<At extends Route> = At extends `${string}/{id}${string}` ? typeof byId : NoFields;
type OnPage<At extends Route, C extends Caller> = At extends `GET ${string}`
  ? false
  : C extends "person" | "anybody"
    ? true
    : false;

/** The types of an operation for the pages' client and the tests' client. It has no value at run time. */
export interface Typed<Input, Result> {
  readonly types?: { input: Input; result: Result };
}

interface Specification<
  C extends Caller,
  A extends Readonly<Record<string, AddressField<unknown>>>,
  Q extends z.ZodObject,
  B extends z.ZodType,
  H extends Readonly<Record<string, HeaderField<unknown>>>,
  R extends z.ZodType,
> extends Pick<Operation, "summary" | "role" | "refusals" | "stepUp" | "beforeSecondFactor"> {
  /** Absent: a person. */
  caller?: C;
  /** Absent: the `{id}` of a row, where the path has one. */
  address?: A;
  query?: Q;
  body?: B;
  /** Absent: nothing is needed in the body. */
  example?: z.input<NoInfer<B>>;
  headers?: H;
  quota?: (caller: Principals[C], request: Request) => Promise<QuotaTry>;
  answers: Readonly<Record<number, AnswerDescription<R>>>;
  verb: (
    caller: Principals[C],
    input: Plain<OutputOfFields<A> & Out<Q> & Out<B> & Partial<OutputOfFields<H>>>,
    context: CallContext,
  ) => Promise<z.output<R> | Answer<z.output<R>>>;
}

/** `route` as people write it: `POST /api/people/{id}/revoke`. */
export function defineOperation<
  R extends z.ZodType,
  At extends Route,
  C extends Caller = "person",
  A extends Readonly<Record<string, AddressField<unknown>>> = AddressOf<At>,
  Q extends z.ZodObject = z.ZodObject<NoFields>,
  B extends z.ZodType = z.ZodObject<NoFields>,
  H extends Readonly<Record<string, HeaderField<unknown>>> = NoFields,
>(
  route: At,
  specification: Specification<C, A, Q, B, H, R>,
): Omit<Operation, "onPage"> & { onPage: OnPage<At, C> } & Typed<
    Plain<InputOfFields<A> & In<Q> & In<B> & Partial<InputOfFields<H>>>,
    z.output<R>
  > {
  const [method, path] = route.split(" ") as [string, string];
  const caller: Caller = specification.caller ?? "person";
  return {
    ...(path.includes("/{id}") && { address: byId }),
    ...(specification.body && { example: {} }),
    ...specification,
    ...(specification.stepUp && steppedUp(specification as never)),
    caller,
    method: method.toLowerCase() as Operation["method"],
    path,
    onPage: (method !== "GET" && (caller === "person" || caller === "anybody")) as OnPage<At, C>,
  };
}

/** The token goes to the verb with the person, as the credential that it is. */
function steppedUp({
  headers,
  refusals,
  verb,
}: Pick<Operation, "headers" | "refusals"> & {
  verb: (person: Person, input: unknown, context: CallContext) => Promise<unknown>;
}) {
  type Input = Record<string, unknown> & { step_up?: string };
  return {
    headers: { ...headers, step_up: stepUpHeader },
    refusals: [...(refusals ?? []), ...STEP_UP_REFUSALS],
    verb: (person: Person, { step_up: stepUp, ...input }: Input, context: CallContext) =>
      verb({ ...person, stepUp }, input, context),
  };
}

const STEP_UP_REFUSALS = ["session_required", "step_up_missing", "step_up_invalid"] as const;

export const ok = <Schema extends z.ZodType>(schema: Schema, description = "OK") => ({
  200: { description, schema },
});
export const created = <Schema extends z.ZodType>(schema: Schema, description = "Created") => ({
  201: { description, schema },
});
