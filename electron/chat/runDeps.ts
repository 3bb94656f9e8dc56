// Dependencies of a run in addition to those of the chat: starting and ending agents.

import type { Result } from '../../shared/core/errors.ts';
import type { AgentReport, AgentRequest } from '../ports/tool.ts';
import type { ChatDeps } from './chatDeps.ts';
import type { RunSettings } from './runSettings.ts';

/** The call that starts an agent. */
export interface AgentStart {
  conversationId: string;
  messageId: string;
  index: number;
  settings: RunSettings;
  signal: AbortSignal;
  /** Called when its conversation exists, before it starts. Awaited. */
  onStarted(conversationId: string): Promise<void>;
}

export type StartAgent = (from: AgentStart, request: AgentRequest) => Promise<Result<AgentReport>>;

export interface RunDeps extends ChatDeps {
  startAgent: StartAgent;
}
