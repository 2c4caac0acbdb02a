import { type IncomingMessage, Server, type ServerResponse } from "node:http";

/** True: it was answered. False: Next answers it, at once or when the promise says so. */
export type EarlyAnswer = (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;

/**
 * From now on each request of this process's servers comes to `answer` first: Next takes two to three milliseconds of the process
 * for any route, which is too much for a refusal. It stands in `emit` of the server's prototype, as OpenTelemetry's instrumentation
 * of http does. Returns the way to stop.
 */
export function answerBeforeNext(answer: EarlyAnswer): () => void {
  const { emit } = Server.prototype;
  Server.prototype.emit = function (this: Server, ...event: unknown[]): boolean {
    const [name, request, response] = event;
    const passOn = () => Reflect.apply(emit, this, event) as boolean;
    if (name !== "request") return passOn();
    const answered = answer(request as IncomingMessage, response as ServerResponse);
    if (typeof answered === "boolean") return answered || passOn();
    void answered.then((isAnswered) => isAnswered || passOn());
    return true;
  };
  return () => {
    Server.prototype.emit = emit;
  };
}
