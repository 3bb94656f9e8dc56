// The contract over a WebSocket: one text frame per message. Disconnects peers that send too much, too fast or the
// wrong kind of frame, with a matching code, and peers that stop reading before their backlog fills memory.

import type { WebSocket } from 'ws';
import type { Transport } from '../../../shared/protocol/transport.ts';

/** Maximum frame size in bytes. */
export const maxFrameBytes = 8 * 1024 * 1024;
/** Rate limit: maximum burst, and sustained frames per second. */
const burst = 500;
const framesPerSecond = 200;
/** Maximum unsent bytes; far more than the largest snapshot. */
const maxBacklogBytes = 256 * 1024 * 1024;

const wrongKind = 1003;
const policyBroken = 1008;
const tryAgainLater = 1013;

/** `onDropped`: runs with the reason before the host closes the connection for one of them. */
export function createWebSocketTransport(
  socket: WebSocket,
  onDropped: (reason: string) => void = () => {},
  now: () => number = Date.now,
): Transport {
  const messageListeners: ((text: string) => void)[] = [];
  let allowance = burst;
  let countedAt = now();

  function tooFast(): boolean {
    allowance = Math.min(burst, allowance + ((now() - countedAt) / 1000) * framesPerSecond);
    countedAt = now();
    allowance -= 1;
    return allowance < 0;
  }

  function drop(code: number, reason: string): void {
    onDropped(reason);
    socket.close(code, reason);
  }

  socket.on('message', (data, isBinary) => {
    if (socket.readyState !== socket.OPEN) return;
    if (isBinary) return drop(wrongKind, 'text only');
    if (tooFast()) return drop(policyBroken, 'too many messages');
    const text = data.toString();
    for (const listener of messageListeners) listener(text);
  });
  // Errors are followed by `close`.
  socket.on('error', () => {});

  return {
    send(text) {
      if (socket.readyState !== socket.OPEN) return;
      if (socket.bufferedAmount > maxBacklogBytes) return drop(tryAgainLater, 'too slow');
      socket.send(text);
    },
    onMessage: (listener) => void messageListeners.push(listener),
    onClose: (listener) => void socket.once('close', () => listener()),
    close: () => socket.close(1000),
  };
}
