// Sends a message to a push service. Its address comes from a device, so it must be https and public, and no redirect is
// followed.

import { setTimeout as after } from 'node:timers/promises';
import { createGuardedAgent, createGuardedFetch } from '../../tools/fetch/guardedAgent.ts';
import { AddressRefusedError, lookupAll } from '../../tools/fetch/guardedLookup.ts';
import { nonPublicNameReason, nonPublicReason } from '../../tools/fetch/publicAddress.ts';
import { type PushKeys, type PushTarget, pushRequest } from './pushMessage.ts';

/** `gone`: the subscription does not exist any more. */
type PushOutcome = 'sent' | 'gone' | 'failed';

export type SendPush = (
  keys: PushKeys,
  target: PushTarget,
  payload: Buffer,
  topic: string,
  signal: AbortSignal,
) => Promise<PushOutcome>;

const timeoutMs = 15_000;
const maxAnswerBytes = 64 * 1024;
/** A message about something that waits is of no use much later. */
const secondsToLive = 60 * 60;
const maxAttempts = 3;
const maxRetryMs = 60_000;
/** Services ask for a contact address; the user's is not theirs to know. */
const subject = 'https://localhost/';

/** Null: it may be used. */
export function endpointFault(endpoint: string): 'address' | 'private' | null {
  const url = URL.parse(endpoint);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return 'address';
  return nonPublicNameReason(url.hostname) === null ? null : 'private';
}

/** `fetch`: only tests set it. */
export function createPushSender(fetch = guardedFetch()): SendPush {
  return async (keys, target, payload, topic, signal) => {
    for (let attempt = 1; ; attempt++) {
      const request = pushRequest(keys, target, payload, { secondsToLive, topic, subject, now: new Date() });
      const until = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      const answer = await fetch(target.endpoint, { method: 'POST', ...request, signal: until }).catch((thrown) =>
        thrown instanceof AddressRefusedError ? thrown : null,
      );
      if (answer instanceof AddressRefusedError) return 'failed';
      if (answer?.ok) return 'sent';
      if (answer?.status === 404 || answer?.status === 410) return 'gone';
      const isTemporary = answer === null || answer.status === 429 || answer.status >= 500;
      if (!isTemporary || attempt >= maxAttempts || signal.aborted) return 'failed';
      const seconds = Number(answer?.headers.get('retry-after') ?? '');
      const wait = seconds > 0 ? seconds * 1000 : 2000 * attempt;
      if (wait > maxRetryMs) return 'failed';
      await after(wait, undefined, { signal }).catch(() => {});
    }
  };
}

function guardedFetch(): ReturnType<typeof createGuardedFetch> {
  return createGuardedFetch(
    () => createGuardedAgent({ lookup: lookupAll, whyNot: nonPublicReason, connectTimeoutMs: timeoutMs }),
    maxAnswerBytes,
  );
}
