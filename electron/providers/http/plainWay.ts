// The way to a server that is no provider: by the environment's proxies, as providers without settings of their own are asked.

import type { UserText } from '../../../shared/core/sentence.ts';
import { createConnections } from './connections.ts';
import type { Fetch } from './exchange.ts';
import { networkProblem } from './network.ts';
import type { Environment } from './noTimeoutFetch.ts';

export interface PlainWay {
  fetch: Fetch;
  /** What a connection that failed means. */
  describe(thrown: unknown, host: string): UserText;
  /** Ends its connections. */
  close(): Promise<void>;
}

export function createPlainWay(env: Environment): PlainWay {
  const connections = createConnections(env);
  return {
    fetch: connections.fetchBy({}),
    describe: (thrown, host) => networkProblem(thrown, host).message,
    close: () => connections.close(),
  };
}
