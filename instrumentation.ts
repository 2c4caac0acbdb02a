/** Next runs this once at the server's start, before the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  // The SDK of Inngest copies the environment several times for each call, and asks the system for each variable.
  process.env = { ...process.env };
  const { assertProductionReady, getEnv } = await import("./lib/env");
  try {
    assertProductionReady(getEnv());
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = getEnv();
  if (endpoint) {
    const { startTracing } = await import("./lib/tracing/start-tracing");
    const stop = startTracing(endpoint);
    process.once("SIGTERM", () => void stop().catch(() => {}));
  }
  const { getGateway, provideEventSender } = await import("./lib/gateway/context");
  const { describeError, log } = await import("./lib/log");
  const { sendEvents } = await import("./inngest/client");
  provideEventSender(sendEvents);
  const { answerBeforeNext } = await import("./lib/http/before-next");
  const { refuseFlood } = await import("./lib/operations/refuse-flood");
  answerBeforeNext(refuseFlood());
  // While sources are edited Next reloads the functions, and so takes their calls itself.
  if (process.env.NODE_ENV !== "development") {
    const { answerInngestCalls } = await import("./inngest/before-next");
    answerBeforeNext(answerInngestCalls());
  }
  const { guardBodies } = await import("./lib/http/guard-bodies");
  const { INNGEST_PATH } = await import("./inngest/before-next");
  const { callBytesMax } = await import("./inngest/door");
  const { ANY_BODY_BYTES_MAX } = await import("./lib/http/json-body");
  // The last one is asked first.
  answerBeforeNext(
    guardBodies({ bytesMaxOf: (path) => (path === INNGEST_PATH ? callBytesMax : ANY_BODY_BYTES_MAX) }),
  );
  if (getEnv().MAIL_IN_SMTP) {
    const { listenForReplies } = await import("./lib/inbound/mail/listen");
    // The app goes on without it: what the relay cannot hand over it keeps, and tries again.
    await listenForReplies(getGateway()).catch((error: unknown) =>
      log.error({ error: describeError(error) }, "Mail cannot be taken in at MAIL_IN_SMTP"),
    );
  }
  if (getEnv().COUNTERSIGN_ENV !== "production") return;
  const { warnWithoutSteward } = await import("./lib/gateway/access/people/warn-without-steward");
  // Beside the start, which waits for no database.
  void warnWithoutSteward(getGateway()).catch((error: unknown) =>
    log.error({ error: describeError(error) }, "The roles could not be counted at the start"),
  );
}
