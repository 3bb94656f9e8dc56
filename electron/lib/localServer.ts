// The loopback server of the host, for features that other apps and devices reach over HTTP.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { fail, type Result } from '../../shared/core/errors.ts';
import { say } from '../../shared/core/sentence.ts';
import type { DeviceAccess } from '../ports/device.ts';

/** The port, unless the user chose another or, where nothing depends on it, it is taken. */
export const defaultPort = 4817;

/** Answers the paths that begin with its prefix. */
export interface Route {
  /** Begins and ends with a slash, such as `/api/`. */
  prefix: string;
  /** Also answers under the host name that a tunnel for devices uses; absent: on loopback only. */
  tunnel?: true;
  /**
   * The host name and, if a page sent the request, its origin have been checked; any method may arrive. Who may do what
   * is for the route to decide. `path` is percent-encoded and has no query. Must not reject.
   */
  answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<void>;
  /** Takes over the connection of a WebSocket; absent: refused. */
  upgrade?(request: IncomingMessage, socket: Duplex, head: Buffer, path: string): void;
}

export interface LocalServer {
  /** Serves the route until the returned function is called. */
  serve(route: Route): () => void;
  /** Admits paired devices until the returned function is called. */
  admitDevices(access: DeviceAccess): () => void;
  /** Starts the server if it is not running. Returns its address without a trailing slash. */
  start(): Promise<Result<string>>;
}

export const noLocalServer: LocalServer = {
  serve: () => () => {},
  admitDevices: () => () => {},
  start: async () => fail('NOT_SUPPORTED', say`This host has no local server.`),
};
