// The port to the user's language servers: problems in a file after a call has changed it.

import type { FileDiagnostics } from '../../shared/features/languageServers/diagnostics.ts';

export interface DiagnosticsRequest {
  /** Absolute path of the project's folder. */
  folder: string;
  /** Relative to the folder, with `/`. */
  path: string;
  trusted: boolean;
  signal: AbortSignal;
}

export interface LanguageServers {
  /** Null: switched off, no server for the file, or none that answered in time. Never fails. */
  diagnose(request: DiagnosticsRequest): Promise<FileDiagnostics | null>;
}
