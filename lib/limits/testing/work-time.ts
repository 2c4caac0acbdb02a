/**
 * Begins to measure the processor time that this process takes, in milliseconds: other processes, however busy they keep the machine,
 * count for nothing.
 */
export function startWorkTime(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
}
