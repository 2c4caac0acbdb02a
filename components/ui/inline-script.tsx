interface InlineScriptProps<Given> {
  nonce: string | undefined;
  /** It can use nothing from outside itself but this. */
  run: (given: Given) => void;
  given?: Given;
  /** Code that runs before it, in the same script. */
  first?: string;
  /**
   * In the head: it runs before anything is painted, and nothing but that waits for it. Any other script stops the reading of the
   * page until all styles have come.
   */
  beforePaint?: boolean;
}

/** Runs in the HTML before any other code of the page. */
export function InlineScript<Given extends Readonly<Record<string, boolean | number>>>({
  nonce,
  run,
  given,
  first = "",
  beforePaint = false,
}: InlineScriptProps<Given>) {
  const early = beforePaint ? { type: "module", async: true, blocking: "render" as const } : {};
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      {...early}
      dangerouslySetInnerHTML={{ __html: first + codeOf(run, given) }}
    />
  );
}

/** The call of this function as the text of a script. */
export const codeOf = <Given,>(run: (given: Given) => void, given?: Given): string =>
  `(${run})(${JSON.stringify(given) ?? ""});`;
