import { RetryAfterError } from "inngest";
import { expect } from "vitest";
import { type OptionsAndBody, createBarrier, on } from "../testing/harness";
import type { Functions, StandIn } from "./app";
import type { Run } from "./real-server";
import type { Scene } from "./scene";

export type Stage = ReturnType<typeof createStage>;

type History = unknown[] | { inAnyOrder: unknown[] };

/** Everything with which one case says its functions, what is sent to them, and what must follow. */
export function createStage(scene: Scene, key: string) {
  const { client, isReal, salt } = scene;
  const functions: Functions[number][] = [];
  const history: unknown[] = [];
  const own = (name: string): string => `${key}${name && `-${name}`}${salt}`;
  const serve = <Fn extends Functions[number]>(fn: Fn): Fn => (functions.push(fn), fn);
  const onGo = (...rest: OptionsAndBody) => serve(on(own("go"), own("f"), ...rest)(client));
  const expectHistory = (expected: History): void => {
    if (Array.isArray(expected)) expect(history).toEqual(expected);
    else expect(history.toSorted()).toEqual(expected.inAnyOrder.toSorted());
  };
  const ends = async (
    event: string | Promise<string>,
    run: { status: string; output?: unknown },
    expected?: History,
  ): Promise<Run> => {
    const ended = await scene.ended(event);
    expect(ended).toMatchObject(run);
    if (expected) expectHistory(expected);
    return ended;
  };
  return {
    ...scene,
    /** The event's run ends well, with this output; by then the history is as expected. */
    completes: (event: string | Promise<string>, output?: unknown, expected?: History): Promise<Run> =>
      ends(event, { status: "Completed", ...(output === undefined ? {} : { output }) }, expected),
    /** The event's run fails; `message` is the error's text, or a matcher of vitest for it. */
    fails: (event: string | Promise<string>, message: unknown, expected?: History): Promise<Run> =>
      ends(event, { status: "Failed", output: { message } }, expected),
    /** The history is as expected, also once all earlier events, and those that they cause, have started their functions. */
    records: async (expected: History, rounds?: number): Promise<void> => {
      const { length } = Array.isArray(expected) ? expected : expected.inAnyOrder;
      await scene.until(`${length} entries of the history`, () => history.length >= length);
      await scene.routed(rounds);
      expectHistory(expected);
    },
    functions,
    /** The case's functions write it, and the case asserts it. */
    history,
    record: <Result = void>(entry: unknown, result?: Result): Result => (
      history.push(entry),
      result as Result
    ),
    gate: createBarrier(),
    /** An id for a function, an event, a key: no other case and no earlier run of the suite has it. */
    own,
    /** Adds a function that was made by the client itself. */
    serve,
    /** Unless the options differ the function is "f", has no retries, and starts by the event "go". */
    onGo,
    /** The id of the function "f" as the server knows it. */
    functionId: `${client.id}-${own("f")}`,
    /** Sends "go" and returns the event's id. */
    go: (data?: Record<string, unknown>): Promise<string> => scene.send({ name: own("go"), data }),
    /** The requests that reached the function, the earliest first. */
    callsOf: (name = "f") => scene.app.requests.filter(({ functionId }) => functionId?.endsWith(own(name))),
    /** Answers calls of "f" in the app's place: always, or with each of these once. Null lets the app answer itself. */
    answerInstead: (answers: StandIn[] | (() => StandIn | Promise<StandIn>)): void => {
      const answer = Array.isArray(answers) ? () => answers.shift() ?? null : answers;
      scene.app.onRequest(({ functionId }) => (functionId?.endsWith(own("f")) ? answer() : null));
    },
    /** A length of time: the first where the clock can be moved, the second where it has to be waited for. */
    span: (moved: string, waited: string): string => (scene.isClockMoved ? moved : waited),
    /** An error after which a function is soon called again, also by a server whose own backoff is long. */
    again: (message: string): Error => (isReal ? new RetryAfterError(message, 1_000) : new Error(message)),
  };
}
