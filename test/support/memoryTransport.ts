// Two transport ends joined in memory. Frames are text, so that whatever works here also works over a network, and they
// arrive asynchronously, never inside `send`.

import type { Transport } from '../../shared/protocol/transport.ts';

export function memoryTransport(): { client: Transport; server: Transport } {
  const client = new End();
  const server = new End();
  client.peer = server;
  server.peer = client;
  return { client, server };
}

class End implements Transport {
  peer: End | null = null;
  private readonly messageListeners: ((text: string) => void)[] = [];
  private readonly closeListeners: (() => void)[] = [];
  private closed = false;

  send(text: string): void {
    if (this.closed) return;
    queueMicrotask(() => this.peer?.deliver(text));
  }

  onMessage(listener: (text: string) => void): void {
    this.messageListeners.push(listener);
  }

  onClose(listener: () => void): void {
    this.closeListeners.push(listener);
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    for (const listener of this.closeListeners) listener();
    queueMicrotask(() => this.peer?.close());
  }

  private deliver(text: string): void {
    if (this.closed) return;
    for (const listener of this.messageListeners) listener(text);
  }
}
