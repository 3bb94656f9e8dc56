// What hooks did: around a call, in its box; or when a turn ended, as a line of the conversation.

import type { SystemMessage, ToolMessage } from '../../../shared/conversation/message.ts';
import { HookRecord } from './HookRecord.tsx';
import { HookRuns } from './HookRuns.tsx';

export function RanHooks({ of }: { of: ToolMessage | SystemMessage }) {
  return of.role === 'system' ? <HookRecord message={of} /> : <HookRuns details={of.details} />;
}
