interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Group commit: items that arrive while one batch is under way go together in the next, so that a busy engine writes a
 * few large statements and an idle one writes at once. `work` gets at most `sizeMax` items and returns one result for
 * each, in their order.
 */
export function createBatcher<Item, Result>(work: (items: Item[]) => Promise<Result[]>, sizeMax: number) {
  const waiting: Waiting<Item, Result>[] = [];
  let isWorking = false;

  const workOff = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, sizeMax);
      try {
        const results = await work(batch.map(({ item }) => item));
        for (const [at, { resolve }] of batch.entries()) resolve(results[at] as Result);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isWorking = false;
  };
  return {
    /** Resolves with the result of this item, rejects with the error of its batch. */
    add: (item: Item): Promise<Result> =>
      new Promise<Result>((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        if (isWorking) return;
        isWorking = true;
        void workOff();
      }),
  };
}
