// What a call that waits will do, in one line, from what is asked about it: an agent's call itself stands in another
// conversation.

import type { ApprovalRequest } from '../../../../shared/conversation/event.ts';
import { callLine } from '../../../core/calls/callLine.ts';
import { strings } from '../../../core/strings.ts';
import { visibleText } from '../../../ui/visibleText.ts';

type Asked = Pick<ApprovalRequest, 'toolName' | 'preview' | 'server'>;

/** Those whose preview is such a line. */
const said = ['read_file', 'list_files', 'search_files', 'read_command', 'end_command', 'read_tool_result'];

export function requestLine({ toolName, preview, server }: Asked): string {
  if (preview.type === 'text' && server === undefined && said.includes(toolName))
    return visibleText(strings.sentences.text(preview.text, preview.said));
  return callLine({ name: toolName, arguments: JSON.stringify(known(preview)) }, 'waiting');
}

function known(preview: ApprovalRequest['preview']): Record<string, unknown> {
  if (preview.type === 'command') return { command: preview.command, background: preview.background === true };
  return preview.type === 'diff' ? { path: preview.path } : {};
}
