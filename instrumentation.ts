/** Next runs this once at the server's start, before the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { assertProductionReady, getEnv } = await import("./lib/env");
  try {
    assertProductionReady(getEnv());
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
  const { provideEventSender } = await import("./lib/gateway/context");
  const { sendEvents } = await import("./inngest/client");
  provideEventSender(sendEvents);
}
