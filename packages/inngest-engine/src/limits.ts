/** Every limit, period and default of the engine in one place: units are the last word of each name. */

// Requests of callers.
export const requestBytesMax = 512 * 1024;
export const eventsPerRequestMax = 5_000;
export const eventNameLengthMax = 256;
export const eventIdLengthMax = 256;
/** Between the clocks of senders and of this machine. */
export const clockSkewMsMax = 60_000;
/** An event from a clock that is so little ahead starts its runs at once. */
export const futureMsMin = 1_000;
export const runsListedMax = 200;
export const runsListedDefault = 50;
export const labelsPerQueryMax = 10;
export const anyLabelsPerQueryMax = 250;
export const labelLengthMax = 300;
export const labelsPerRunMax = 50;

// Pages for people. Each look is bounded, and runs on connections that dispatch does not need.
export const outputShownBytesMax = 16 * 1024;
export const callsShownMax = 500;
export const jobsShownMax = 50;
export const rerunsShownMax = 20;
export const countedPeriodMs = 24 * 60 * 60_000;
export const runsCountedMax = 20_000;
export const jobsCountedMax = 20_000;

// Answers of the app.
export const answerBytesMax = 4 * 1024 * 1024;
export const checkpointBytesMax = 4 * 1024 * 1024;
export const stepsPerRunMax = 1_000;
export const stepNameLengthMax = 200;
export const errorTextLengthMax = 10_000;
/** A longer cause of an error is left out. */
export const errorCauseLengthMax = 20_000;
export const callErrorLengthMax = 1_000;

// Calls to the app.
export const callsInFlightMax = 40;
export const callTimeoutMs = 10 * 60_000;
/** A lease outlives the call it covers, so that it ends only where the process that held it is gone. */
export const leaseMs = callTimeoutMs + 60_000;
/** A call whose connection broke may have run: it is repeated without costing an attempt, but not for ever. */
export const lostCallsMax = 5;
export const lostCallDelayMs = 200;
/** Keeps a call that the app refuses, while it answers the sync, from being repeated in a tight loop. */
export const unreachedDelayMs = 500;
export const signatureAgeMsMax = 5 * 60_000;

// Attempts and waits.
export const retriesDefault = 4;
export const retriesMax = 20;
/** The delay after each failed attempt, as Inngest has it; the last one holds for all that follow. */
export const retryDelayMsMax = 2 * 60 * 60_000;
export const retryDelaysMs = [15, 30, 60, 120, 300, 600, 1_200, 2_400, 3_600, 7_200].map(
  (seconds) => seconds * 1_000,
);
export const jitterMsMax = 30_000;
export const waitMsMax = 366 * 24 * 60 * 60_000;

// Expressions (triggers, waits, keys).
export const expressionLengthMax = 2_000;
export const expressionNodesMax = 300;
export const expressionDepthMax = 32;
/** Steps, and characters or elements looked at, of one evaluation: a few milliseconds. */
export const expressionWorkMax = 50_000;
export const cancelOnMax = 5;
export const expressionsCachedMax = 1_000;
/** Fields deeper than this, and fields of events with more of them, are found without an index. */
export const labelDepthMax = 6;
export const labelsPerEventMax = 2_000;

// Sync.
export const syncPeriodMs = 30_000;
export const syncTimeoutMs = 10_000;
export const syncBackoffMsMin = 50;
export const syncBackoffMsMax = 2_000;

// Loops.
export const pollMs = 200;
export const eventRequestsPerBatchMax = 50;
export const checkpointsPerBatchMax = 50;
export const settlementsPerBatchMax = 100;
/** Ready jobs looked at in one pass while there are some to park. */
export const parkWindowMax = 500;
export const parkedKeysPerPassMax = 500;
/** How soon a place that became free unseen is found. */
export const parkedLookMs = 2_000;
export const eventsRoutedPerPass = 500;
export const eventsWokenPerPass = 50;
export const waitsSeenPerPass = 200;
export const faultPauseMs = 500;
export const leaderRetryMs = 500;
export const leaderCheckMs = 1_000;
export const leaderCheckTimeoutMs = 5_000;
export const stopGraceMsDefault = 5_000;

// Memory of the past.
export const dedupeMs = 24 * 60 * 60_000;
export const retentionMsDefault = 7 * 24 * 60 * 60_000;
export const pruneEveryMs = 10 * 60_000;
export const prunedPerPassMax = 1_000;

// Connections to Postgres.
/** A process that stands still in the middle of a transaction must not keep the next leader from beginning. */
export const idleInTransactionMsMax = 30_000;
export const poolConnectionsMax = 10;
export const readConnectionsMax = 2;
export const readTimeoutMs = 3_000;
export const closeTimeoutSeconds = 5;
