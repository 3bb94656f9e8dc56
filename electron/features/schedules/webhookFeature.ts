// Webhooks of schedules, on the server of a window's host.

import type { LocalServer } from '../../lib/localServer.ts';
import type { Clock } from '../../ports/clock.ts';
import { defineFeature } from '../feature.ts';
import type { Schedules } from './schedules.ts';
import { createWebhookRoute } from './triggers/webhookRoute.ts';

/** @public */
export interface WebhookNeeds {
  localServer: LocalServer;
  schedules: Schedules;
  clock: Clock;
}

export const webhooksFeature = defineFeature<Record<never, never>>()({
  create({ localServer, schedules, clock }: WebhookNeeds) {
    const { load, secretOf, readOnly } = schedules;
    if (readOnly) return { close() {} };
    const close = localServer.serve(createWebhookRoute({ scheduler: load, secretOf, clock }));
    // A host may start its server only when something needs it.
    let isStarted = false;
    schedules.onWebhook = () => {
      if (!isStarted) void localServer.start();
      isStarted = true;
    };
    return { close };
  },
  close: ({ close }) => close(),
});
