// What the process with the app and the test with the browser say to each other, over Node's channel between the two. The app's
// process tells what Electron would do; the test tells what a person, a page or the system does, and may wait for an answer.

import type { Rectangle } from 'electron';

/** Chromium takes no scheme of an app; an origin that leads nowhere stands for it. */
export const origin = 'https://app.throughline.invalid/';
export const scheme = 'throughline://app/';

export interface Opened {
  window: number;
  url: string;
  preload: string;
  bounds: Rectangle;
}

/** From the app's process. */
export type Told =
  | { tell: 'open'; opened: Opened }
  | { tell: 'frame'; window: number; channel: string; args: unknown[] }
  | { tell: 'reload' | 'close' | 'front'; window: number }
  | { tell: 'second'; folder: string; argv: string[] }
  /** What was asked of the system: an address to open, a box of an error, a notification. */
  | { tell: 'system'; what: string; value: unknown }
  | { tell: 'answer'; id: number; value: unknown };

/** Who sends over IPC: the window's own page, or somebody who may not. */
export interface Sender {
  window: number | 'foreign';
  /** `dead` throws when it is read, as Electron's does. */
  frame: 'main' | 'other' | 'gone' | 'dead';
  /** Where the frame is. */
  url: string;
}

/** What the test asks of the app's process, and what it answers. */
export interface Asks {
  page: [{ url: string; method: string }, { status: number; headers: [string, string][]; body: string }];
  ipc: [{ from: Sender; channel: string; args: unknown[] }, null];
  /** Whether a page may go there. */
  navigate: [{ window: number; url: string; isMainFrame: boolean; redirect?: boolean }, boolean];
  /** The action of the handler of new windows. */
  newWindow: [{ window: number; url: string }, string];
  permission: [{ permission: string; url: string; isMainFrame: boolean }, { request: boolean; check: boolean }];
  loaded: [{ window: number; problem?: string }, null];
  /** A person moves the window, or closes it. */
  moved: [{ window: number; bounds: Rectangle; maximized: boolean }, null];
  minimized: [{ window: number }, null];
  closed: [{ window: number }, null];
  /** The process of the page is gone. */
  gone: [{ window: number; reason: string }, null];
  second: [{ argv: string[] }, null];
  quit: [null, null];
}

export type Asked = { [What in keyof Asks]: { ask: What; id: number; value: Asks[What][0] } }[keyof Asks];

export const deliver = 'throughline stand-in: deliver';
export const binding = 'standInSend';
