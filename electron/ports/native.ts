// Desktop-only features. A host without them says so, and the window offers another way.

export interface Native {
  /** `supported` false: this host has no dialog. `path` null: the person chose nothing. */
  pickFolder(): Promise<{ supported: boolean; path: string | null }>;
  /** The same for what is to be imported: files or folders; empty where the person chose nothing. */
  pickToImport(what: 'files' | 'folder'): Promise<{ supported: boolean; paths: string[] }>;
  /**
   * Opens an http or https address in the person's browser, unseen by other users of the machine; false: this host cannot, and
   * the window shows it as a link.
   */
  openExternal(address: string): Promise<boolean>;
  /** A notification of the system's; false: this host has none. `onClick` comes after its window was brought to the front. */
  notify(notice: NativeNotice): Promise<boolean>;
  /** The number on the app's icon, 0 for none; false: this host has no icon that shows one. */
  badge(count: number): Promise<boolean>;
  /** Shows a file in the system's file manager; it never opens or runs it. False: this host has none. */
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
  revealFile: async () => false,
};
