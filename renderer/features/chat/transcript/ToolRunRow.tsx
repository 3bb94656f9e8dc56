// A tool run by the user: while it runs, and its result.

import { useMemo } from 'react';
import { callKey } from '../../../../shared/conversation/event.ts';
import type { ToolMessage } from '../../../../shared/conversation/message.ts';
import type { CallRef } from '../../../core/calls/items.ts';
import { useConversation } from '../../../core/state/context.tsx';
import { strings } from '../../../core/strings.ts';
import { ToolCallBox } from '../../calls/ToolCallBox.tsx';

export function ToolRunRow({ message }: { message: ToolMessage }) {
  const { id, toolName, arguments: argumentsText = '' } = message;
  return <HandCall messageId={id} toolName={toolName} argumentsText={argumentsText} result={message} />;
}

/** Shown until its message is stored. */
export function LiveToolRun() {
  const run = useConversation(({ run: now, calls }) => {
    const byHand = now?.byHand;
    return byHand && calls.some(({ messageId }) => messageId === byHand.messageId) ? byHand : null;
  });
  if (!run) return null;
  return <HandCall messageId={run.messageId} toolName={run.toolName} argumentsText={run.arguments} result={null} />;
}

interface HandCallProps {
  messageId: string;
  toolName: string;
  argumentsText: string;
  result: ToolMessage | null;
}

function HandCall({ messageId, toolName, argumentsText, result }: HandCallProps) {
  const call = useMemo(
    (): CallRef => ({
      key: callKey({ messageId, index: 0 }),
      messageId,
      index: 0,
      name: toolName,
      arguments: argumentsText,
      result,
    }),
    [messageId, toolName, argumentsText, result],
  );
  return (
    <div data-role="tool-run">
      <p className="text-ink-3 text-small">{strings.chat.youRan}</p>
      <ToolCallBox call={call} />
    </div>
  );
}
