// Traces: spans of each run, sent to an OTLP collector.

import { ok } from '../../../shared/core/errors.ts';
import type { tracesMethods } from '../../../shared/features/traces/methods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { Platform } from '../../platform.ts';
import { createSimpleHttp } from '../../providers/http/connections.ts';
import type { AppParts } from '../appParts.ts';
import { defineFeature } from '../feature.ts';
import { publishProviders } from '../publishProviders.ts';
import { createLiveTraces } from './liveTraces.ts';
import type { LiveTraces } from './traces.ts';

declare module '../appParts.ts' {
  interface AppParts {
    traces: LiveTraces;
  }
}

export const tracesFeature = defineFeature<typeof tracesMethods>()({
  create: ({ store, settings, keychain, env, redactor, clock, version }: Platform) =>
    createLiveTraces({
      store,
      settings,
      keychain,
      way: createSimpleHttp(env),
      mask: redactor.outgoing,
      clock,
      version,
    }),
  handlers: tracesHandlers,
  publish: (traces, { feed }) =>
    traces.onChange(() => void traces.info().then((info) => feed.publish({ type: 'traces.changed', info }))),
});

/** traces.*: live trace export. */
function tracesHandlers(deps: AppParts): HandlersOf<typeof tracesMethods> {
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
