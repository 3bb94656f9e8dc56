// The bridge between page and host, in the sandbox: one frozen object that carries text, and nothing raw.

import { contextBridge, ipcRenderer } from 'electron';
import { ipcChannel } from './host/desktop/ipcChannel.ts';

const name = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
const messageListeners: ((text: string) => void)[] = [];
const closeListeners: (() => void)[] = [];
let closed = false;

function end(): void {
  if (closed) return;
  closed = true;
  for (const listener of closeListeners) listener();
}

ipcRenderer.on(ipcChannel, (_, to: unknown, frame: unknown) => {
  if (to !== name || closed) return;
  if (frame === null) end();
  else for (const listener of messageListeners) listener(String(frame));
});

contextBridge.exposeInMainWorld(
  'throughline',
  Object.freeze({
    send(text: unknown): void {
      if (!closed) ipcRenderer.send(ipcChannel, name, String(text));
    },
    onMessage(listener: (text: string) => void): void {
      if (typeof listener === 'function') messageListeners.push(listener);
    },
    onClose(listener: () => void): void {
      if (typeof listener === 'function') closeListeners.push(listener);
    },
    close(): void {
      if (closed) return;
      ipcRenderer.send(ipcChannel, name, null);
      end();
    },
  }),
);
