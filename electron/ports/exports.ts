// The port to a conversation as a file for elsewhere. Never throws.

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
  /** It is in memory until it is discarded. REQUEST_TOO_LARGE; CANCELLED when the signal aborts. */
  prepare(request: ExportRequest, signal: AbortSignal): Promise<Result<PreparedExport>>;
  piece(exportId: string, offset: number): Result<{ bytes: Buffer; nextOffset: number | null }>;
  discard(exportId: string): void;
  /** Removes what was put there for a program a day ago or longer. */
  sweep(): Promise<void>;
  /** `sessionId`: a UUID for the copy; the same gives the same place. Writes nothing. */
  planOpenIn(
    conversationId: string,
    program: OpenInProgram,
    sessionId: string,
    signal: AbortSignal,
  ): Promise<Result<OpenInPlan>>;
  /** Writes it there. STORE_WRITE_FAILED says what stood in the way: nothing is left behind then. */
  openIn(
    conversationId: string,
    program: OpenInProgram,
    sessionId: string,
    signal: AbortSignal,
  ): Promise<Result<OpenInPlan>>;
}
