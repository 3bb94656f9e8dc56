// The browser host in a process of its own, as `serve` and the service start it, and how it and the service understand each other.

/** Flags for its Node: what saves memory in a short command slows down a long-lived process (scripts/nodePath.mjs). */
export function hostFlags(): string[] {
  const young = '--max-semi-space-size';
  return [...process.execArgv.filter((flag) => !flag.startsWith(young)), `${young}=16`];
}

/** The first argument of a host that the service has started. */
export const serviceArgument = '--service';
/** Another process has the data folder or the port, for a while. */
export const waitExitCode = 75;
/** A line on standard error. */
export const connectableLine = 'Paired devices can connect.';
