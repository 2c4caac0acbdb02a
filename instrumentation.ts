/** Runs once when the server starts, before it answers anything. */
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
