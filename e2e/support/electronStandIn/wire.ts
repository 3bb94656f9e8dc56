// Protocol between the process with the app and the test with the browser, over Node's IPC channel. The app's process reports
// what Electron would do; the test sends what a user, a page or the system does, and may await an answer.

import type { Rectangle } from 'electron';

/** Chromium has no custom scheme here, so an unresolvable origin replaces the app's. */
export const origin = 'https://app.throughline.invalid/';
export const scheme = 'throughline://app/';

export interface Opened {
  window: number;
  url: string;
  preload: string;
  bounds: Rectangle;
}

/** Messages from the app's process. */
export type Told =
  | { tell: 'open'; opened: Opened }
  | { tell: 'frame'; window: number; channel: string; args: unknown[] }
  | { tell: 'reload' | 'close' | 'front'; window: number }
  /** Another start, and what it passes with the lock. */
  | { tell: 'second'; folder: string; argv: string[]; data: unknown }
  /** A request to the system: open a URL, show an error box or a notification. */
  | { tell: 'system'; what: string; value: unknown }
  | { tell: 'answer'; id: number; value: unknown };

/** The IPC sender: the window's own page, or one without permission. */
export interface Sender {
  window: number | 'foreign';
  /** `dead` throws when it is read, like Electron's. */
  frame: 'main' | 'other' | 'gone' | 'dead';
  /** The frame's URL. */
  url: string;
}

/** The test's requests to the app's process, with their results. */
export interface Asks {
  page: [{ url: string; method: string }, { status: number; headers: [string, string][]; body: string }];
  ipc: [{ from: Sender; channel: string; args: unknown[] }, null];
  /** Whether the page may navigate there. */
  navigate: [{ window: number; url: string; isMainFrame: boolean; redirect?: boolean }, boolean];
  /** The action that the window open handler returns. */
  newWindow: [{ window: number; url: string }, string];
  permission: [{ permission: string; url: string; isMainFrame: boolean }, { request: boolean; check: boolean }];
  loaded: [{ window: number; problem?: string }, null];
  /** The user moves or closes the window. */
  moved: [{ window: number; bounds: Rectangle; maximized: boolean }, null];
  /** The system reports the new bounds. */
  resized: [{ window: number }, null];
  minimized: [{ window: number }, null];
  focused: [{ window: number }, null];
  closed: [{ window: number }, null];
  /** The page's process has gone. */
  gone: [{ window: number; reason: string }, null];
  second: [{ argv: string[]; data?: unknown }, null];
  /** The page's URL changed without a load. */
  shown: [{ window: number; url: string }, null];
  /** Chooses an item of the application menu; returns the labels and shortcuts of its menu. */
  menu: [{ path: string[] }, string[]];
  quit: [null, null];
}

export type Asked = { [What in keyof Asks]: { ask: What; id: number; value: Asks[What][0] } }[keyof Asks];

export const deliver = 'throughline stand-in: deliver';
export const binding = 'standInSend';
