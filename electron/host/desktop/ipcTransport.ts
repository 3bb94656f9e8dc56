// The contract over Electron IPC. Accepts only well-formed messages from the main frame of our own window while it
// shows our own page. Reloading starts a new connection.

import type { IpcMain, IpcMainEvent, WebContents } from 'electron';
import type { Transport } from '../../../shared/protocol/transport.ts';
import type { AppOptions } from '../../app.ts';
import { maxFrameCharacters } from '../../lib/protocolServer.ts';
import { isAppAddress } from './appProtocol.ts';
import { ipcChannel } from './ipcChannel.ts';

const maxNameCharacters = 64;

export interface IpcServer {
  /** Accepts this window's page; its connection ends with the page, the window or its process. */
  admit(contents: WebContents): void;
}

export interface IpcServerOptions {
  ipcMain: IpcMain;
  attach(transport: Transport): void;
  /** Whether this window's page may see the screen and the clipboard now. */
  mayCapture(contents: WebContents): boolean;
  log: AppOptions['log'];
}

export function createIpcServer({ ipcMain, attach, mayCapture, log }: IpcServerOptions): IpcServer {
  const windows = new Map<WebContents, IpcConnection | null>();

  ipcMain.on(ipcChannel, (event, name: unknown, frame: unknown) => {
    if (!windows.has(event.sender) || !isOwnMainFrame(event))
      return log('warning', 'an IPC message of a stranger', 'FOREIGN_FRAME');
    if (!isName(name) || !isFrame(frame)) return log('warning', 'an IPC message that is no frame', 'INVALID_FRAME');
    let connection = windows.get(event.sender) ?? null;
    if (connection?.name !== name) {
      connection?.end();
      connection = new IpcConnection(name, event.sender, mayCapture);
      windows.set(event.sender, connection);
      attach(connection);
    }
    if (frame === null) connection.end();
    else connection.receive(frame);
  });

  return {
    admit(contents) {
      windows.set(contents, null);
      contents.on('render-process-gone', () => windows.get(contents)?.end());
      contents.once('destroyed', () => {
        windows.get(contents)?.end();
        windows.delete(contents);
      });
    },
  };
}

class IpcConnection implements Transport {
  readonly name: string;
  private readonly contents: WebContents;
  private readonly mayCaptureIn: IpcServerOptions['mayCapture'];
  private readonly messageListeners: ((text: string) => void)[] = [];
  private readonly closeListeners: (() => void)[] = [];
  private ended = false;

  constructor(name: string, contents: WebContents, mayCapture: IpcServerOptions['mayCapture']) {
    this.name = name;
    this.contents = contents;
    this.mayCaptureIn = mayCapture;
  }

  mayCapture(): boolean {
    return !this.ended && !this.contents.isDestroyed() && this.mayCaptureIn(this.contents);
  }

  send(text: string): void {
    if (!this.ended && !this.contents.isDestroyed()) this.contents.send(ipcChannel, this.name, text);
  }

  onMessage(listener: (text: string) => void): void {
    this.messageListeners.push(listener);
  }

  onClose(listener: () => void): void {
    this.closeListeners.push(listener);
  }

  close(): void {
    if (!this.ended && !this.contents.isDestroyed()) this.contents.send(ipcChannel, this.name, null);
    this.end();
  }

  receive(text: string): void {
    if (this.ended) return;
    for (const listener of this.messageListeners) listener(text);
  }

  /** The page navigated away or disconnected. */
  end(): void {
    if (this.ended) return;
    this.ended = true;
    for (const listener of this.closeListeners) listener();
  }
}

/** `senderFrame` is null once the frame has navigated or was destroyed; reading a dead frame throws. */
function isOwnMainFrame(event: IpcMainEvent): boolean {
  try {
    const frame = event.senderFrame;
    return frame !== null && frame === event.sender.mainFrame && isAppAddress(frame.url);
  } catch {
    return false;
  }
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= maxNameCharacters;
}

function isFrame(value: unknown): value is string | null {
  return value === null || (typeof value === 'string' && value.length <= maxFrameCharacters);
}
