// The port to the person's theme file. Never throws.

import type { Result } from '../../../shared/core/errors.ts';
import type { ThemeFile } from '../../../shared/features/theme/methods.ts';

export interface Theme {
  read(): Promise<ThemeFile>;
  /** One that is there stays. STORE_WRITE_FAILED. */
  create(): Promise<Result<ThemeFile>>;
  /** Sets the file aside. `kept`: the name that it has now. STORE_WRITE_FAILED. */
  reset(): Promise<Result<{ kept: string | null; theme: ThemeFile }>>;
  /** Called whenever the file says something else, by whoever it was written. Returns what ends it. */
  onChange(listener: (theme: ThemeFile) => void): () => void;
}
