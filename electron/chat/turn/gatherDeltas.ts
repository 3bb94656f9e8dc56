// Throttles streamed text to the views: a server may send faster than they can read, and the backlog would fill memory.
// The first chunk is sent immediately.

import type { ConversationEvent } from '../../../shared/conversation/event.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ModelObserver } from '../../ports/provider.ts';

export interface GatheredDeltas extends Omit<ModelObserver, 'onReclassified'> {
  /** Restarts the reply: views discard their text. */
  onReclassified(messageId: string, all: { text: string; reasoning: string }): void;
  /** Publishes the rest. */
  end(): void;
}

/** Milliseconds: one display frame. */
const everyMs = 16;

export function createDeltaBatcher(clock: Clock, publish: (event: ConversationEvent) => void): GatheredDeltas {
  let text = '';
  let reasoning = '';
  const calls = new Map<number, ConversationEvent & { type: 'reply.call' }>();
  const pendingCalls = new Map<number, ConversationEvent & { type: 'reply.call' }>();
  let sentAt = Number.NEGATIVE_INFINITY;
  let waits = false;

  function send(): void {
    sentAt = clock.elapsed();
    if (text !== '' || reasoning !== '') {
      publish({ type: 'reply.delta', ...(text === '' ? {} : { text }), ...(reasoning === '' ? {} : { reasoning }) });
    }
    text = '';
    reasoning = '';
    for (const call of calls.values()) publish(call);
    calls.clear();
  }

  function sendSoon(): void {
    if (waits) return;
    const left = sentAt + everyMs - clock.elapsed();
    if (left <= 0) send();
    else {
      waits = true;
      void clock.wait(left).then(() => {
        waits = false;
        send();
      });
    }
  }

  return {
    onText(more) {
      text += more;
      sendSoon();
    },
    onReasoning(more) {
      reasoning += more;
      sendSoon();
    },
    onCall(index, name, argumentsLength) {
      const call = { type: 'reply.call', index, name, argumentsLength } as const;
      calls.set(index, call);
      pendingCalls.set(index, call);
      sendSoon();
    },
    onReclassified(messageId, all) {
      send();
      publish({ type: 'reply.started', messageId });
      for (const call of pendingCalls.values()) calls.set(call.index, call);
      ({ text, reasoning } = all);
      send();
    },
    end: send,
  };
}
