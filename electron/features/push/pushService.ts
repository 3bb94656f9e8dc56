// Notifies paired devices that asked for it: when a conversation waits or ends and nobody has dealt with it for a moment.
// Subscriptions and the key are in the keychain only; a message contains what happened and where, never what was written.

import { z } from 'zod';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { Attention, ConversationRow } from '../../../shared/features/conversations/methods.ts';
import type { PushTexts } from '../../../shared/features/push/methods.ts';
import type { Settings } from '../../../shared/features/settings/settings.ts';
import { firstCharacters } from '../../lib/text.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Keychain } from '../../ports/keychain.ts';
import { createPushKeys, encryptPush, maxPushBytes, type PushKeys, type PushTarget } from './pushMessage.ts';
import { endpointFault, type SendPush } from './pushSender.ts';

export interface PushService {
  /** The public key that browsers subscribe with. */
  key(): Promise<Result<string>>;
  subscribe(deviceId: string, target: PushTarget, texts: PushTexts): Promise<Result<void>>;
  unsubscribe(deviceId: string): Promise<Result<void>>;
  /** Something happened in a conversation. */
  notice(conversationId: string, what: Attention): void;
  /** The paired devices now: what is stored for others is removed. */
  devicesAre(deviceIds: readonly string[]): void;
  close(): Promise<void>;
}

export interface PushDeps {
  keychain: Pick<Keychain, 'get' | 'set' | 'remove'>;
  clock: Pick<Clock, 'wait'>;
  settings(): Promise<Pick<Settings, 'notifications'>>;
  deviceIds(): Promise<readonly string[]>;
  /** Null: no list has it, as that of an agent. */
  row(conversationId: string): Promise<Pick<ConversationRow, 'title' | 'unread'> | null>;
  isWaiting(conversationId: string): boolean;
  send: SendPush;
}

/** Milliseconds in which the user may deal with it elsewhere first. */
const patience = 15_000;
const maxTitle = 80;
const keysAccount = 'push-keys';
const accountOf = (deviceId: string): string => `push-device-${deviceId}`;

const keysSchema = z.object({ publicKey: z.string(), privateKey: z.string() });
const subscriptionSchema = z.object({
  /** The key that it was made with: with another one the service refuses messages. */
  key: z.string(),
  target: z.object({ endpoint: z.string(), p256dh: z.string(), auth: z.string() }),
  texts: z.record(z.string(), z.string()),
});

export function createPushService(deps: PushDeps): PushService {
  const { keychain, clock } = deps;
  const closing = new AbortController();
  const sending = new Set<Promise<void>>();
  let paired: readonly string[] = [];
  let making: Promise<Result<PushKeys>> | null = null;

  async function readKeys(): Promise<Result<PushKeys | null>> {
    const stored = await keychain.get(keysAccount);
    return stored.ok ? ok(parsed(keysSchema, stored.value)) : stored;
  }

  async function makeKeys(): Promise<Result<PushKeys>> {
    const before = await readKeys();
    if (!before.ok || before.value) return before as Result<PushKeys>;
    const keys = createPushKeys();
    const stored = await keychain.set(keysAccount, JSON.stringify(keys));
    return stored.ok ? ok(keys) : stored;
  }

  function keys(): Promise<Result<PushKeys>> {
    making ??= makeKeys().finally(() => {
      making = null;
    });
    return making;
  }

  async function tell(conversationId: string, what: Attention): Promise<void> {
    await clock.wait(patience, closing.signal);
    if (closing.signal.aborted || !(await deps.settings()).notifications) return;
    const row = await deps.row(conversationId);
    const isOpen = what === 'approval' || what === 'question' ? deps.isWaiting(conversationId) : row?.unread === true;
    if (row === null || !isOpen) return;
    const pair = await readKeys();
    if (!pair.ok || !pair.value) return;
    for (const deviceId of await deps.deviceIds())
      await tellDevice(deviceId, pair.value, { conversationId, what }, row);
  }

  async function tellDevice(
    deviceId: string,
    pair: PushKeys,
    { conversationId, what }: { conversationId: string; what: Attention },
    { title }: Pick<ConversationRow, 'title'>,
  ): Promise<void> {
    const stored = await keychain.get(accountOf(deviceId));
    const subscription = stored.ok ? parsed(subscriptionSchema, stored.value) : null;
    const body = subscription?.texts[what];
    if (!subscription || body === undefined || subscription.key !== pair.publicKey) return;
    const payload = Buffer.from(JSON.stringify({ title: firstCharacters(title, maxTitle), body, conversationId }));
    if (payload.length > maxPushBytes) return;
    // Of 32 characters at most: an earlier message about the conversation that has not arrived is replaced.
    const topic = conversationId.slice(-32);
    const outcome = await deps.send(pair, subscription.target, payload, topic, closing.signal);
    if (outcome === 'gone') await keychain.remove(accountOf(deviceId));
  }

  return {
    async key() {
      const pair = await keys();
      return pair.ok ? ok(pair.value.publicKey) : pair;
    },

    async subscribe(deviceId, target, texts) {
      const fault = endpointFault(target.endpoint);
      if (fault !== null || !isKey(target)) {
        return fail('PARAMS_INVALID', say`The browser’s push service cannot be used: its address or key is invalid.`);
      }
      const pair = await keys();
      if (!pair.ok) return pair;
      const stored = await keychain.set(
        accountOf(deviceId),
        JSON.stringify({ key: pair.value.publicKey, target, texts }),
      );
      return stored.ok ? ok(undefined) : stored;
    },

    unsubscribe: (deviceId) => keychain.remove(accountOf(deviceId)),

    notice(conversationId, what) {
      if (closing.signal.aborted) return;
      const work = tell(conversationId, what)
        .catch(() => {})
        .finally(() => sending.delete(work));
      sending.add(work);
    },

    devicesAre(deviceIds) {
      for (const id of paired) if (!deviceIds.includes(id)) void keychain.remove(accountOf(id));
      paired = deviceIds;
    },

    async close() {
      closing.abort();
      await Promise.all(sending);
    },
  };
}

function parsed<Value>(schema: z.ZodType<Value>, text: string | null): Value | null {
  try {
    const read = schema.safeParse(JSON.parse(text ?? 'null'));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** Whether messages can be encrypted for the browser. */
function isKey(target: PushTarget): boolean {
  try {
    encryptPush(target, Buffer.alloc(0));
    return true;
  } catch {
    return false;
  }
}
