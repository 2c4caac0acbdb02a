/** A bucket of posts for each channel: it holds `burst` of them, and one comes back each second. */
export class PostRates {
  readonly #buckets = new Map<string, { left: number; at: number }>();
  readonly #burst: number;
  readonly #now: () => Date;

  constructor(burst: number, now: () => Date) {
    this.#burst = burst;
    this.#now = now;
  }

  /** Null: it may be posted. Otherwise the seconds to wait. */
  take(channelId: string): number | null {
    const at = this.#now().getTime();
    const bucket = this.#buckets.get(channelId) ?? { left: this.#burst, at };
    const left = Math.min(this.#burst, bucket.left + (at - bucket.at) / 1_000);
    const isFree = left >= 1;
    this.#buckets.set(channelId, { left: isFree ? left - 1 : left, at });
    return isFree ? null : Math.max(1, Math.ceil(1 - left));
  }
}
