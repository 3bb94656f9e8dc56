// traces.*: spans that are sent while one works.

import { ok } from '../../shared/core/errors.ts';
import type { tracesMethods } from '../../shared/features/traces/methods.ts';
import type { HandlersOf } from '../lib/protocolServer.ts';
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
