/** Loaded into the engine's process beside the engine: tells the parent how much memory it holds after a collection. */
process.on("message", () => {
  globalThis.gc?.();
  process.send?.(process.memoryUsage());
});
// The channel alone keeps no process alive.
process.channel?.unref();
