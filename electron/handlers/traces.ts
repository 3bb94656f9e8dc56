// traces.*: spans that are sent while one works.

import type { tracesMethods } from '../../shared/contract/traces.ts';
import { ok } from '../../shared/errors.ts';
import type { HandlersOf } from '../../shared/protocol/server.ts';
import type { HandlerDeps } from './handlerDeps.ts';
import { tellProviders } from './provider.ts';

export function tracesHandlers(deps: HandlerDeps): HandlersOf<typeof tracesMethods> {
  const { traces } = deps;
  return {
    'traces.info': async () => ok(await traces.info()),

    async 'traces.setHeaders'({ headers }) {
      const set = await traces.setHeaders(headers);
      if (set.ok) await tellProviders(deps);
      return set;
    },

    async 'traces.test'(_nothing, { signal }) {
      const tested = await traces.test(signal);
      return tested.ok ? ok({}) : tested;
    },
  };
}
