// How long this thread works, on machines that are busy with other things.

/** Milliseconds for which this thread was at work until now: what others take of the machine does not count. */
export function workMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
