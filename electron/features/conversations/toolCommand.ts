// throughline tool: runs a tool in a conversation without the model. It needs approval like any call; the result is printed
// and stored.

import type { Message, ToolMessage } from '../../../shared/conversation/message.ts';
import type { ApprovalMode } from '../../../shared/permission/permission.ts';
import { promptForApprovals } from '../../host/terminal/approvalQuestion.ts';
import {
  type ExitCode,
  type Line,
  reportError,
  resolveNamedConversation,
  type Terminal,
} from '../../host/terminal/terminal.ts';

type ToolLine = Line<{ approve: ApprovalMode | undefined; noContext: boolean; json: boolean }>;

export async function toolCommand(terminal: Terminal<ToolLine>): Promise<ExitCode> {
  const { core, line } = terminal;
  const id = await resolveNamedConversation(terminal);
  if (!id.ok) return reportError(terminal, id.error);
  const [, toolName = '', text = ''] = line.positionals;
  const release = core.hub.hold(id.value);
  const stopAnswering = promptForApprovals(terminal, id.value);
  try {
    const { approve, noContext } = line.values;
    const toolRun = await core.chat.runTool(
      id.value,
      { toolName, arguments: text, inContext: !noContext },
      approve ? { approvalMode: approve } : {},
    );
    if (!toolRun.ok) return reportError(terminal, toolRun.error);
    const stop = (): void => void core.chat.stop(id.value);
    if (terminal.signal.aborted) stop();
    terminal.signal.addEventListener('abort', stop, { once: true });
    const outcome = await toolRun.value.ended;
    if (outcome.error) return reportError(terminal, { code: 'INTERNAL', message: outcome.error.message });
    const { messageId } = toolRun.value;
    const stored = core.hub.peek(id.value)?.messages.find((message) => message.id === messageId);
    return stored?.role === 'tool' ? tellResult(terminal, stored) : tellNotRun(terminal);
  } finally {
    stopAnswering();
    release();
  }
}

function tellResult(terminal: Terminal<ToolLine>, result: ToolMessage): ExitCode {
  const printable: Message | string = terminal.line.values.json ? result : result.content;
  terminal.out(`${typeof printable === 'string' ? printable : JSON.stringify(printable)}\n`);
  if (terminal.signal.aborted) return 130;
  return result.outcome === 'ok' ? 0 : 1;
}

function tellNotRun(terminal: Terminal): ExitCode {
  if (terminal.signal.aborted) return 130;
  const how = terminal.confirm
    ? 'it was not allowed'
    : 'it needs approval, and no one could be asked. Use --approve all';
  terminal.err(`The tool was not run: ${how}.\n`);
  return 1;
}
