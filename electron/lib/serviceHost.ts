// How the service and the browser host that it starts understand each other.

/** The first argument of a host that the service has started. */
export const serviceArgument = '--service';
/** Another process has the data folder or the port, for a while. */
export const waitExitCode = 75;
/** A line on standard error. */
export const connectableLine = 'Paired devices can connect.';
