import { AppError } from "@/lib/core/errors";

/** An agent or a person that asks for a turn. */
export interface Asker {
  tenantId: number;
  askerId: number;
}

export interface TurnLimits {
  /** Turns at once in this process. */
  runningMax: number;
  /** The most of these turns for one tenant. */
  runningOfTenantMax: number;
  /** The most of these turns for one asker. */
  runningOfAskerMax: number;
  waitingOfAskerMax: number;
  waitingOfTenantMax: number;
  waitMsMax: number;
  /** True: while others have turns too, an asker with more work rests after each turn for as long as the turn took, at most 0.5 s. */
  rests: boolean;
  /** Roughly the time until a full queue has become shorter. */
  retryAfterSeconds: number;
}

/** The sentences of refusals. */
export interface TurnWords {
  askerIsFull: (waiting: number) => string;
  tenantIsFull: (waiting: number) => string;
  waitedTooLong: (seconds: number) => string;
}

type Begin = () => void;
interface AskerQueue {
  running: number;
  waiting: Begin[];
  isResting: boolean;
}
interface TenantQueue {
  running: number;
  waiting: number;
  /** In the order of their last turns, oldest first. */
  askers: Map<number, AskerQueue>;
}

const REST_MS_MAX = 500;
/** Multiplies the rest of an asker that has spent its quota. */
const LONG_REST_FACTOR = 3;
/** For this long after its last turn, an asker counts as present, so that others rest for it. */
const PRESENT_MS = 1_000;

/**
 * Lets work of one kind run in turns. Work waits here in memory, because in the database it would hold a connection that others need.
 * The tenant with the fewest running turns goes first; equal tenants, and the askers of one tenant, alternate.
 */
export class Turns {
  readonly #limits: TurnLimits;
  readonly #words: TurnWords;
  readonly #now: () => number;
  readonly #tenants = new Map<number, TenantQueue>();
  #running = 0;
  /** The start of the last turn, and below of the last turn of another asker. */
  #last = { asker: "", at: -Infinity };
  #lastOfAnother = -Infinity;

  /** `now` returns milliseconds that never decrease. */
  constructor(limits: TurnLimits, words: TurnWords, now = () => performance.now()) {
    this.#limits = limits;
    this.#words = words;
    this.#now = now;
  }

  /**
   * Runs `work` in a turn of this asker. The work must not take another turn. `isPatient`: it waits without a time limit.
   * `restsLonger` is called at the end of the turn.
   * @throws AppError rate_limited 429 if too many wait or it has waited too long; the work was not begun.
   */
  async take<T>(
    asker: Asker,
    work: () => Promise<T>,
    {
      isPatient = false,
      restsLonger = () => false,
    }: { isPatient?: boolean; restsLonger?: () => boolean } = {},
  ): Promise<T> {
    await this.#waitFor(asker, isPatient);
    const began = this.#now();
    try {
      return await work();
    } finally {
      const tookMs = this.#now() - began;
      this.#end(asker, restsLonger() ? LONG_REST_FACTOR * tookMs : tookMs);
    }
  }

  #waitFor({ tenantId, askerId }: Asker, isPatient: boolean): Promise<void> {
    const tenant = this.#tenants.get(tenantId) ?? { running: 0, waiting: 0, askers: new Map() };
    const own = tenant.askers.get(askerId) ?? { running: 0, waiting: [], isResting: false };
    const { waitingOfAskerMax, waitingOfTenantMax, waitMsMax } = this.#limits;
    if (!isPatient && own.waiting.length >= waitingOfAskerMax)
      throw this.#tooMany(this.#words.askerIsFull(own.waiting.length));
    if (!isPatient && tenant.waiting >= waitingOfTenantMax)
      throw this.#tooMany(this.#words.tenantIsFull(tenant.waiting));
    this.#tenants.set(tenantId, tenant);
    tenant.askers.set(askerId, own);
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(patience);
        resolve();
      };
      const giveUp = () => {
        own.waiting.splice(own.waiting.indexOf(begin), 1);
        tenant.waiting -= 1;
        reject(this.#tooMany(this.#words.waitedTooLong(waitMsMax / 1_000)));
        this.#forget({ tenantId, askerId });
      };
      const patience = isPatient ? undefined : setTimeout(giveUp, waitMsMax);
      own.waiting.push(begin);
      tenant.waiting += 1;
      this.#beginNext();
    });
  }

  #end({ tenantId, askerId }: Asker, restMs: number): void {
    const tenant = this.#tenants.get(tenantId)!;
    const asker = tenant.askers.get(askerId)!;
    asker.running -= 1;
    if (asker.waiting.length > 0 && this.#mustRest({ tenantId, askerId })) {
      asker.isResting = true;
      setTimeout(
        () => {
          asker.isResting = false;
          this.#beginNext();
        },
        Math.min(restMs, REST_MS_MAX),
      );
    }
    tenant.running -= 1;
    this.#running -= 1;
    this.#forget({ tenantId, askerId });
    this.#beginNext();
  }

  #mustRest(asker: Asker): boolean {
    if (!this.#limits.rests) return false;
    const lastOfOthers = this.#last.asker === nameOf(asker) ? this.#lastOfAnother : this.#last.at;
    return this.#now() - lastOfOthers < PRESENT_MS;
  }

  #noteTurn(asker: Asker): void {
    if (this.#last.asker !== nameOf(asker)) this.#lastOfAnother = this.#last.at;
    this.#last = { asker: nameOf(asker), at: this.#now() };
  }

  #beginNext(): void {
    if (this.#running >= this.#limits.runningMax) return;
    const next = this.#findNext();
    if (!next) return;
    const { tenantId, tenant, askerId, asker } = next;
    const begin = asker.waiting.shift()!;
    asker.running += 1;
    tenant.waiting -= 1;
    tenant.running += 1;
    this.#running += 1;
    this.#noteTurn({ tenantId, askerId });
    moveToEnd(tenant.askers, askerId, asker);
    moveToEnd(this.#tenants, tenantId, tenant);
    begin();
  }

  #findNext() {
    const isReady = ({ running, waiting, isResting }: AskerQueue) =>
      running < this.#limits.runningOfAskerMax && waiting.length > 0 && !isResting;
    const ready = [...this.#tenants].flatMap(([tenantId, tenant]) => {
      if (tenant.running >= this.#limits.runningOfTenantMax) return [];
      const first = [...tenant.askers].find(([, asker]) => isReady(asker));
      return first ? [{ tenantId, tenant, askerId: first[0], asker: first[1] }] : [];
    });
    // The sort is stable, so among tenants with equally few turns the first stays first.
    return ready.toSorted((a, b) => a.tenant.running - b.tenant.running)[0];
  }

  /** Drops empty queues. */
  #forget({ tenantId, askerId }: Asker): void {
    const tenant = this.#tenants.get(tenantId)!;
    const asker = tenant.askers.get(askerId);
    if (asker && asker.running === 0 && asker.waiting.length === 0) tenant.askers.delete(askerId);
    if (tenant.askers.size === 0) this.#tenants.delete(tenantId);
  }

  #tooMany(message: string): AppError {
    return new AppError("rate_limited", message, { retryAfterSeconds: this.#limits.retryAfterSeconds });
  }
}

const nameOf = ({ tenantId, askerId }: Asker) => `${tenantId} ${askerId}`;

function moveToEnd<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void {
  map.delete(key);
  map.set(key, value);
}
