// Exports of conversations. Never throws.

import type { Result } from '../../shared/core/errors.ts';
import type { OpenInPlan, PagePart, PreparedExport } from '../../shared/features/export/methods.ts';
import type { OpenInProgram, WrittenForm } from '../../shared/features/import/otherApps.ts';

interface ExportRequest {
  conversationId: string;
  to: WrittenForm;
  language: 'en' | 'zh';
  content: boolean;
  without: readonly PagePart[];
}

export interface Exports {
  /** Kept in memory until discarded. REQUEST_TOO_LARGE; CANCELLED when the signal aborts. */
  prepare(request: ExportRequest, signal: AbortSignal): Promise<Result<PreparedExport>>;
  piece(exportId: string, offset: number): Result<{ bytes: Buffer; nextOffset: number | null }>;
  discard(exportId: string): void;
  /** Removes exports for other apps that are at least a day old. */
  sweep(): Promise<void>;
  /** `sessionId`: a UUID for the copy; the same UUID yields the same place. Writes nothing. */
  planOpenIn(
    conversationId: string,
    program: OpenInProgram,
    sessionId: string,
    signal: AbortSignal,
  ): Promise<Result<OpenInPlan>>;
  /** Writes the session. STORE_WRITE_FAILED says why it failed; nothing is left behind then. */
  openIn(
    conversationId: string,
    program: OpenInProgram,
    sessionId: string,
    signal: AbortSignal,
  ): Promise<Result<OpenInPlan>>;
}
