// What only a desktop can do. A host without it says so, and the window offers another way.

export interface Native {
  /** `supported` false: this host has no dialog. `path` null: the person chose nothing. */
  pickFolder(): Promise<{ supported: boolean; path: string | null }>;
}
