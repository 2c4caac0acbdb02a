/** Pauses, deadlines and what a caller's AbortSignal does to them. */

/** Resolves after `ms`. Rejects with the signal's reason as soon as it is aborted. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(reasonOf(signal));
    const end = () => {
      clearTimeout(timer);
      reject(reasonOf(signal!));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", end);
      resolve();
    }, ms);
    signal?.addEventListener("abort", end, { once: true });
  });
}

export function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof Error
    ? signal.reason
    : new Error("The wait was aborted.", { cause: signal.reason });
}

export interface Deadline {
  signal: AbortSignal;
  /** True once the time ran out, as opposed to an abort by the caller. */
  isOver(): boolean;
  /** Must be called when the work has ended. */
  clear(): void;
}

/** A signal that is aborted after `ms` or with the caller's own. `AbortSignal.any` is too new for Node 18. */
export function deadlineOf(ms: number, signal?: AbortSignal): Deadline {
  const controller = new AbortController();
  let over = false;
  const timer = setTimeout(() => {
    over = true;
    controller.abort();
  }, ms);
  const follow = () => controller.abort(signal!.reason);
  if (signal?.aborted) follow();
  else signal?.addEventListener("abort", follow, { once: true });
  return {
    signal: controller.signal,
    isOver: () => over,
    clear: () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", follow);
    },
  };
}
