/** Ways in which Slack fails, armed by a test for one call or several. */
export type FaultKind =
  /** Answers `{"ok": false}` with this error. */
  | { kind: "error"; error: string }
  /** Answers 429. */
  | { kind: "rate_limited"; retryAfterSeconds: number }
  /** Answers with this status and a page that is no JSON. */
  | { kind: "unavailable"; status: 500 | 502 | 503 | 504 }
  /** The connection ends before anything is carried out. */
  | { kind: "dropped" }
  /** It is carried out, and the connection ends without an answer. */
  | { kind: "answer_lost" }
  /** No answer comes, and the connection stays open. */
  | { kind: "silent"; carriedOut: boolean }
  /** It is carried out, and the answer breaks off. */
  | { kind: "truncated" };

export type Fault = FaultKind & {
  /** Such as `chat.postMessage`, or `response_url`. Absent: every one. */
  method?: string;
  /** Default: once. */
  times?: number;
};

export class Faults {
  #armed: { fault: Fault; left: number }[] = [];

  arm(fault: Fault): void {
    this.#armed.push({ fault, left: fault.times ?? 1 });
  }

  clear(): void {
    this.#armed = [];
  }

  take(method: string): Fault | null {
    const found = this.#armed.find(({ fault, left }) => left > 0 && (fault.method ?? method) === method);
    if (!found) return null;
    found.left -= 1;
    return found.fault;
  }
}
