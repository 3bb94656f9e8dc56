// A tool that the person ran themselves, with what it gave.

import { useMemo } from 'react';
import type { ToolMessage } from '../../../shared/conversation/message.ts';
import { strings } from '../../strings.ts';
import { ToolCallBox } from '../toolcalls/ToolCallBox.tsx';
import type { CallRef } from './items.ts';

export function ToolRunRow({ message }: { message: ToolMessage }) {
  const call = useMemo(
    (): CallRef => ({
      key: message.id,
      messageId: message.id,
      index: 0,
      name: message.toolName,
      arguments: typeof message.details?.arguments === 'string' ? message.details.arguments : '',
      result: message,
    }),
    [message],
  );
  return (
    <div className="-mx-2">
      <p className="px-2 text-ink-3 text-small">{strings.chat.youRan}</p>
      <ToolCallBox call={call} />
    </div>
  );
}
