// What only a desktop can do. A host without it says so, and the window offers another way.

export interface Native {
  /** `supported` false: this host has no dialog. `path` null: the person chose nothing. */
  pickFolder(): Promise<{ supported: boolean; path: string | null }>;
  /** Opens an http or https address in the person's browser; false: this host cannot, and the window shows it as a link. */
  openExternal(address: string): Promise<boolean>;
}

export const noNative: Native = {
  pickFolder: async () => ({ supported: false, path: null }),
  openExternal: async () => false,
};
