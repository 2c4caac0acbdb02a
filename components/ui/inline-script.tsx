interface InlineScriptProps<Given> {
  nonce: string | undefined;
  /** It can use nothing from outside itself but this. */
  run: (given: Given) => void;
  given?: Given;
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
  beforePaint = false,
}: InlineScriptProps<Given>) {
  const early = beforePaint ? { type: "module", async: true, blocking: "render" as const } : {};
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      {...early}
      dangerouslySetInnerHTML={{ __html: `(${run})(${JSON.stringify(given) ?? ""})` }}
    />
  );
}
