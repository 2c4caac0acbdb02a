interface InlineScriptProps {
  nonce: string | undefined;
  /** It can use nothing from outside itself. */
  run: () => void;
  /**
   * In the head: it runs before anything is painted, and nothing but that waits for it. Any other script stops the reading of the
   * page until all styles have come.
   */
  beforePaint?: boolean;
}

/** Runs in the HTML before any other code of the page. */
export function InlineScript({ nonce, run, beforePaint = false }: InlineScriptProps) {
  const early = beforePaint ? { type: "module", async: true, blocking: "render" as const } : {};
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      {...early}
      dangerouslySetInnerHTML={{ __html: `(${run})()` }}
    />
  );
}
