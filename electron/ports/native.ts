// Desktop-only features. A host without them says so, and the window offers another way.

export interface Native {
  /** `supported` false: the host has no dialog. `path` null: the user canceled. */
  pickFolder(): Promise<{ supported: boolean; path: string | null }>;
  /** Picks files or folders to import; empty if the user canceled. */
  pickToImport(what: 'files' | 'folder'): Promise<{ supported: boolean; paths: string[] }>;
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
}

interface NativeNotice {
  title: string;
  body: string;
  onClick: () => void;
}

export const noNative: Native = {
  pickFolder: async () => ({ supported: false, path: null }),
  pickToImport: async () => ({ supported: false, paths: [] }),
  openExternal: async () => false,
  notify: async () => false,
  badge: async () => false,
  openWindow: async () => ({ ticket: null }),
  revealFile: async () => false,
};
