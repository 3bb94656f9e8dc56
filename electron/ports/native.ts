// Desktop-only features. A host without them says so, and the window offers another way.

import type { UserTextData } from '../../shared/core/sentence.ts';
import type { ConversationRow } from '../../shared/features/conversations/methods.ts';
import type {
  CaptureSource,
  DesktopDescription,
  DesktopEvent,
  DesktopStatus,
  WindowRequest,
} from '../../shared/features/desktop/methods.ts';
import type { Settings } from '../../shared/features/settings/settings.ts';
import type { StartProgram } from './programs.ts';

export interface Native {
  /** The conveniences of the desktop app; null: the host is none. */
  desktop: DesktopNative | null;
  /** `supported` false: the host has no dialog. `path` null: the user canceled. */
  pickFolder(): Promise<{ supported: boolean; path: string | null }>;
  /** `extensions`: of the files offered; empty: any. Otherwise like `pickFolder`. */
  pickFile(extensions: readonly string[]): Promise<{ supported: boolean; path: string | null }>;
  /** Picks files or folders to import; empty if the user canceled. */
  pickToImport(what: 'files' | 'folder'): Promise<{ supported: boolean; paths: string[] }>;
  /** Files that the user opened with the app, by a key that works once; empty: there are none. */
  takeOpened(key: string): readonly string[];
  /**
   * Opens an http(s) URL in the user's browser, hidden from other users of the machine; false: the host cannot, and the
   * window shows it as a link.
   */
  openExternal(address: string): Promise<boolean>;
  /**
   * Shows a system notification; false: the host has none. `onClick` is called after its window was brought to the
   * front.
   */
  notify(notice: NativeNotice): Promise<boolean>;
  /** Sets the number on the app's icon, 0 for none; false: unsupported. */
  badge(count: number): Promise<boolean>;
  /**
   * Opens a conversation in another window. Resolves with what the page needs to open it itself: in a browser, a ticket
   * for a new tab; else null.
   */
  openWindow(conversationId: string): Promise<{ ticket: string | null }>;
  /** Shows a file in the system's file manager, without opening or running it. False: the host has none. */
  revealFile(path: string): Promise<boolean>;
  /** Starts a program of the app in a process; absent: Node starts it. */
  startProgram?: StartProgram;
}

export interface NativeNotice {
  title: string;
  body: string;
  /** What it is about: it is withdrawn when nothing waits there any more. */
  conversationId: string;
  onClick: () => void;
  /** Buttons, where the system has them; each works once, and none after another one. */
  actions?: { label: string; run: () => void }[];
  /** A field for an answer, where the system has one. */
  reply?: { label: string; send: (text: string) => void };
}

/** Menus, the tray, the quick window and captures of the desktop app. */
export interface DesktopNative {
  status(): DesktopStatus;
  /**
   * Names its menus; returns the requests that no window has received yet. From then on, the window with this connection
   * receives new ones as events.
   */
  describe(description: DesktopDescription, connectionId: string): WindowRequest[];
  /** The window that described the menus over this connection receives no more requests. */
  disconnected(connectionId: string): void;
  onEvent(listener: (event: DesktopEvent) => void): () => void;
  sources(): Promise<{ sources: CaptureSource[]; problem: UserTextData | null }>;
  capture(sourceId: string): Promise<string | null>;
  selection(): Promise<{ text: string; from: 'selection' | 'clipboard' | 'none' }>;
  quick(open: boolean): void;
  /** Enlarges the quick window for a picture or a dialog, or restores its size. */
  resizeQuick(isLarge: boolean): void;
  toFront(): void;
  /** Brings a window to the front, creating one if needed, which then receives the request. */
  ask(request: WindowRequest): void;
  newWindow(): void;
  /** The user's settings, at the start and when they change. */
  follow(settings: Settings): void;
  /** The conversations that run or wait for the user, whenever they change. */
  work(rows: readonly ConversationRow[]): void;
  /** Empties the windows' storage on disk, including what is deleted but not overwritten. False: it failed. */
  scrubStorage(): Promise<boolean>;
  /** The user has opened a folder, for the system's lists of recent ones. */
  opened(folder: string): void;
}

export const noNative: Native = {
  desktop: null,
  pickFolder: async () => ({ supported: false, path: null }),
  pickFile: async () => ({ supported: false, path: null }),
  pickToImport: async () => ({ supported: false, paths: [] }),
  takeOpened: () => [],
  openExternal: async () => false,
  notify: async () => false,
  badge: async () => false,
  openWindow: async () => ({ ticket: null }),
  revealFile: async () => false,
};
