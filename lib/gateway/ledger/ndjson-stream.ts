export const ndjsonLine = (line: object): string => `${JSON.stringify(line)}\n`;

/** One JSON object a line. A page is read when the one before it was taken. */
export function ndjsonStream(pages: AsyncGenerator<readonly object[]>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      for (;;) {
        const { value, done } = await pages.next();
        if (done) return controller.close();
        if (value.length === 0) continue;
        return controller.enqueue(encoder.encode(value.map(ndjsonLine).join("")));
      }
    },
    cancel: async () => void (await pages.return(undefined)),
  });
}
