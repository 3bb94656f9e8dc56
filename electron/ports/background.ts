// Commands that go on while the conversation does.

import type { BackgroundCommand } from '../../shared/contract/toolResources.ts';
import type { Result } from '../../shared/errors.ts';
import type { ResultPage } from './tool.ts';

export interface BackgroundCommands {
  list(): BackgroundCommand[];
  start(request: {
    conversationId: string;
    command: string;
    cwd: string;
    onProcess(process: { pid: number; startedAt: string | null }): Promise<void>;
  }): Promise<Result<BackgroundCommand>>;
  /** Offsets are bytes of what it has printed. */
  output(conversationId: string, id: string, offset: number, limit: number): Promise<Result<ResultPage>>;
  write(conversationId: string, id: string, text: string): Promise<Result<void>>;
  /** Resolves when it and everything it started are gone. */
  end(conversationId: string, id: string): Promise<Result<BackgroundCommand>>;
  endConversation(conversationId: string): Promise<void>;
  onChange(listener: () => void): () => void;
  /** Ends all of them. */
  close(): Promise<void>;
}
