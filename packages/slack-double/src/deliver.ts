import { findFaults, modalView } from "./limits/blocks";
import type { OpenView } from "./posts";
import { type SignedHeaders, signRequest } from "./sign";

/** Requests that Slack makes to the app, each signed when it was made. */

export interface Delivery {
  url: string;
  headers: SignedHeaders & Record<string, string>;
  body: string;
}

/** The app's answer, and whether Slack would accept it. */
export interface AppAnswer {
  /** Null: no answer in time, or no connection. */
  status: number | null;
  body: string;
  headers: Readonly<Record<string, string>>;
  ms: number;
}

export const ANSWER_WITHIN_MS = 3_000;

export function formDelivery(url: string, payload: unknown, signingSecret: string, at: Date): Delivery {
  const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  return signedDelivery({ url, body, contentType: "application/x-www-form-urlencoded" }, signingSecret, at);
}

export function signedDelivery(
  { url, body, contentType }: { url: string; body: string; contentType: string },
  signingSecret: string,
  at: Date,
): Delivery {
  return { url, body, headers: { ...signRequest(signingSecret, body, at), "content-type": contentType } };
}

/** Never throws: an app that is not there is an answer too. */
export async function send(
  { url, headers, body }: Delivery,
  withinMs = ANSWER_WITHIN_MS,
): Promise<AppAnswer> {
  const startedAt = performance.now();
  const ms = () => Math.round(performance.now() - startedAt);
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers,
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(withinMs),
    });
    const text = await answer.text();
    return { status: answer.status, body: text, headers: Object.fromEntries(answer.headers), ms: ms() };
  } catch {
    return { status: null, body: "", headers: {}, ms: ms() };
  }
}

/** Slack sends an event again at once, after a minute and after five, unless it was taken or the app asks it not to. */
export const EVENT_TRIES_MAX = 4;

export const asRetry = (delivery: Delivery, number: number): Delivery => ({
  ...delivery,
  headers: { ...delivery.headers, "x-slack-retry-num": String(number), "x-slack-retry-reason": "http_error" },
});

export const isTaken = ({ status, headers }: AppAnswer): boolean =>
  (status !== null && status < 300) || headers["x-slack-no-retry"] === "1";

/** The modal after an answer to its submission: closed, or kept with an error at a field, or replaced. */
export type AfterSubmission =
  | { kind: "closed" }
  | { kind: "errors"; errors: Readonly<Record<string, string>> }
  | { kind: "updated" }
  /** Slack shows that something went wrong, and the modal stays. */
  | { kind: "failed"; why: string };

export function readSubmissionAnswer({ status, body }: AppAnswer, opened: OpenView): AfterSubmission {
  if (status !== 200) return { kind: "failed", why: `status ${status}` };
  if (body.trim() === "") return close(opened);
  let answer: { response_action?: unknown; errors?: unknown; view?: unknown };
  try {
    answer = JSON.parse(body) as typeof answer;
  } catch {
    return { kind: "failed", why: "no JSON" };
  }
  switch (answer.response_action) {
    case undefined:
    case "clear":
      return close(opened);
    case "errors":
      return readErrors(answer.errors, opened);
    case "update": {
      const faults = findFaults(modalView, answer.view, "view");
      if (faults.length > 0) return { kind: "failed", why: faults.join("; ") };
      Object.assign(opened, { view: answer.view });
      return { kind: "updated" };
    }
    default:
      return { kind: "failed", why: "unknown response_action" };
  }
}

function close(opened: OpenView): AfterSubmission {
  opened.isOpen = false;
  return { kind: "closed" };
}

/** Each error has to stand at an input of the modal. */
function readErrors(errors: unknown, { view }: OpenView): AfterSubmission {
  const entries = Object.entries((errors ?? {}) as Record<string, unknown>);
  const ids = view.blocks.flatMap((block) => (block.type === "input" ? (block.block_id ?? []) : []));
  const isWell = entries.every(
    ([id, words]) => ids.includes(id) && typeof words === "string" && words !== "",
  );
  if (entries.length === 0 || !isWell) return { kind: "failed", why: "errors must name inputs of the view" };
  return { kind: "errors", errors: Object.fromEntries(entries) as Record<string, string> };
}
