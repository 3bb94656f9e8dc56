// Port to the user's theme file. Never throws.

import type { Result } from '../../../shared/core/errors.ts';
import type { ThemeFile } from '../../../shared/features/theme/methods.ts';

export interface Theme {
  read(): Promise<ThemeFile>;
  /** Keeps an existing file. STORE_WRITE_FAILED. */
  create(): Promise<Result<ThemeFile>>;
  /** Sets the file aside. `kept` is its new name. STORE_WRITE_FAILED. */
  reset(): Promise<Result<{ kept: string | null; theme: ThemeFile }>>;
  /** Called whenever the file's content changes, whoever changed it. Returns a function that unsubscribes. */
  onChange(listener: (theme: ThemeFile) => void): () => void;
}
