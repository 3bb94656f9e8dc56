// HTTP access to servers that are not providers, through the environment's proxies.

import type { UserText } from '../../../shared/core/sentence.ts';
import type { Environment } from '../../lib/environment.ts';
import { createConnections } from './connections.ts';
import type { Fetch } from './exchange.ts';
import { networkProblem } from './network.ts';

export interface SimpleHttp {
  fetch: Fetch;
  /** Explains a connection failure. */
  describe(thrown: unknown, host: string): UserText;
  /** Closes its connections. */
  close(): Promise<void>;
}

export function createSimpleHttp(env: Environment): SimpleHttp {
  const connections = createConnections(env);
  return {
    fetch: connections.fetchBy({}),
    describe: (thrown, host) => networkProblem(thrown, host).message,
    close: () => connections.close(),
  };
}
