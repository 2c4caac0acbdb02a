/** Runs in the HTML before any other code of the page: `run` can use nothing from outside itself. */
export function InlineScript({ nonce, run }: { nonce: string | undefined; run: () => void }) {
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: `(${run})()` }} />;
}
