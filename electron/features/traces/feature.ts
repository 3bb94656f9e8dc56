// Traces: spans of each run, sent to an OTLP collector.

import type { tracesMethods } from '../../../shared/features/traces/methods.ts';
import type { Platform } from '../../platform.ts';
import { createPlainHttp } from '../../providers/http/plainHttp.ts';
import { defineFeature } from '../feature.ts';
import { tracesHandlers } from './handlers.ts';
import { createLiveTraces } from './liveTraces.ts';
import type { LiveTraces } from './traces.ts';

declare module '../appParts.ts' {
  interface AppParts {
    traces: LiveTraces;
  }
}

export const tracesFeature = defineFeature<typeof tracesMethods>()({
  create: ({ store, settings, keychain, env, redactor, clock, version }: Platform) =>
    createLiveTraces({ store, settings, keychain, way: createPlainHttp(env), mask: redactor.outgoing, clock, version }),
  handlers: tracesHandlers,
});
