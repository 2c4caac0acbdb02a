/** A browser's EventSource, tab and locks, which Node has not: they do what the test says. */
export class FakeSource extends EventTarget {
  static all: FakeSource[] = [];
  static readonly open = () => FakeSource.all.filter(({ closed }) => !closed);
  closed = false;
  constructor(readonly url: string) {
    super();
    FakeSource.all.push(this);
  }
  close() {
    this.closed = true;
  }
  opens() {
    this.dispatchEvent(new Event("open"));
  }
  tell(type: string, seq: number, id = 1) {
    const data = JSON.stringify({ id, status: "pending", seq, by: "Ana" });
    this.dispatchEvent(Object.assign(new Event(type), { data, lastEventId: String(seq) }));
  }
  /** The server refused, or the connection was cut. */
  breaks() {
    this.dispatchEvent(new Event("error"));
  }
}

export class FakeLocks {
  private held = Promise.resolve();
  private holders = 0;
  async request(
    _name: string,
    { ifAvailable = false, signal }: { ifAvailable?: boolean; signal?: AbortSignal },
    work: (lock: object | null) => Promise<unknown>,
  ) {
    if (ifAvailable && this.holders > 0) return work(null);
    this.holders++;
    const turn = this.held.then(() => (signal?.aborted ? undefined : work({})));
    this.held = turn.then(() => void this.holders--);
    return turn;
  }
}

export class FakeDocument extends EventTarget {
  visibilityState = "visible";
  turn(state: "visible" | "hidden") {
    this.visibilityState = state;
    this.dispatchEvent(new Event("visibilitychange"));
  }
}
