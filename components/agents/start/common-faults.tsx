/** Refusals that a first try meets, by what its program sees. */
const FAULTS: readonly [sight: string, cure: string][] = [
  ["No answer", "The program does not reach the address above from where it runs."],
  [
    "401",
    "The key is not the one above: it was cut when it was copied, rotated, or belongs to another installation.",
  ],
  ["422", "A field is wrong. The answer names it, such as a customer that NetSuite does not have."],
  ["409", "The same key of repetition was used for other words, or an equal proposal waits already."],
  ["429", "Too many tries in this minute, or too many proposals wait. Retry-After says when to come again."],
];

export function CommonFaults() {
  return (
    <details className="text-sm">
      <summary className="w-fit rounded text-ink-2 underline-offset-2 hover:underline max-md:py-3">
        Nothing arrives?
      </summary>
      <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
        {FAULTS.map(([sight, cure]) => (
          <div key={sight} className="contents">
            <dt className="font-medium">{sight}</dt>
            <dd className="text-ink-2">{cure}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
