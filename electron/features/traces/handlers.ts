// traces.*: live trace export.

import { ok } from '../../../shared/core/errors.ts';
import type { tracesMethods } from '../../../shared/features/traces/methods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { AppParts } from '../appParts.ts';
import { publishProviders } from '../publishProviders.ts';

export function tracesHandlers(deps: AppParts): HandlersOf<typeof tracesMethods> {
  const { traces } = deps;
  return {
    'traces.info': async () => ok(await traces.info()),

    async 'traces.setHeaders'({ headers }) {
      const set = await traces.setHeaders(headers);
      if (set.ok) await publishProviders(deps);
      return set;
    },

    async 'traces.test'(_nothing, { signal }) {
      const tested = await traces.test(signal);
      return tested.ok ? ok({}) : tested;
    },
  };
}
