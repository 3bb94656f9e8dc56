// throughline delete and forget: remove a conversation, or one message of it. Each shows what will be removed and asks;
// without a terminal, nothing is done without --yes.

import { type Message, textOf } from '../../../shared/conversation/message.ts';
import type { DeletionPreview } from '../../../shared/features/conversations/methods.ts';
import {
  type ExitCode,
  firstPositional,
  type Line,
  reportError,
  resolveConversationPrefix,
  resolveNamedConversation,
  type Terminal,
} from '../../host/terminal/terminal.ts';
import { sizeText, visibleText } from '../../host/terminal/terminalText.ts';

type RemoveLine = Line<{ yes: boolean }>;

export async function deleteCommand(terminal: Terminal<RemoveLine>): Promise<ExitCode> {
  const { store } = terminal.core;
  const id = await resolveNamedConversation(terminal);
  if (!id.ok) return reportError(terminal, id.error);
  const preview = await store.describeDeletion(id.value);
  if (!preview.ok) return reportError(terminal, preview.error);
  const what = deletionText(preview.value);
  const branch = await store.readBranch(id.value, { tail: 1 });
  const worktree = branch.ok ? branch.value.meta.worktree : undefined;
  const worktrees = [
    ...(worktree ? [{ id: firstPositional(terminal), path: worktree.path }] : []),
    ...preview.value.subAgents.flatMap((agent) => (agent.worktree ? [{ id: agent.id, path: agent.worktree }] : [])),
  ];
  for (const { id: name, path } of worktrees) {
    terminal.err(`Its worktree ${visibleText(path)} stays. To remove it first: throughline worktree remove ${name}\n`);
  }
  const answer = await askForConfirmation(terminal, `Delete ${what}?`, `delete ${firstPositional(terminal)}`);
  if (answer !== 'yes') return answer;
  const deleted = await store.deleteConversation(id.value);
  if (!deleted.ok) return reportError(terminal, deleted.error);
  const removedIds = [id.value, ...preview.value.subAgents.map((agent) => agent.id)];
  for (const conversationId of removedIds) await terminal.core.permissions.forgetConversation(conversationId);
  terminal.out(`Deleted ${what}.\n`);
  return 0;
}

export async function forgetCommand(terminal: Terminal<RemoveLine>): Promise<ExitCode> {
  const { store } = terminal.core;
  const [prefix = '', messageId = ''] = terminal.line.positionals;
  const id = await resolveConversationPrefix(terminal, prefix);
  if (!id.ok) return reportError(terminal, id.error);
  const message = await store.readMessage(id.value, messageId);
  if (!message.ok) return reportError(terminal, message.error);
  const question = `Permanently remove ${messageText(message.value)}? This cannot be undone.`;
  const answer = await askForConfirmation(terminal, question, `forget ${prefix} ${messageId}`);
  if (answer !== 'yes') return answer;
  const forgotten = await store.forgetMessage(id.value, messageId);
  if (!forgotten.ok) return reportError(terminal, forgotten.error);
  const { resultFile, attachments, copies, alsoIn } = forgotten.value;
  terminal.out(`Permanently removed message ${messageId}.\n`);
  if (resultFile) terminal.out('Its full result was removed too.\n');
  if (attachments > 0) terminal.out(`Also removed ${plural(attachments, 'attachment')} used only there.\n`);
  const copyCount = copies.changed + copies.removed;
  if (copyCount > 0)
    terminal.out(`Also removed from ${plural(copyCount, 'backup copy', 'backup copies')} of the messages.\n`);
  if (alsoIn.length > 0) {
    terminal.err(`The same text also appears in ${alsoIn.join(', ')}. Nothing was changed there.\n`);
  }
  return 0;
}

/** Returns 'yes' or the exit code. */
async function askForConfirmation(
  terminal: Terminal<RemoveLine>,
  question: string,
  command: string,
): Promise<'yes' | ExitCode> {
  if (terminal.line.values.yes) return 'yes';
  if (!terminal.confirm) {
    terminal.err(
      `${question}\nNothing was done because confirmation needs a terminal. To confirm, run: throughline ${command} --yes\n`,
    );
    return 2;
  }
  if (await terminal.confirm(question)) return 'yes';
  terminal.err('Nothing was removed.\n');
  return 1;
}

function deletionText(preview: DeletionPreview): string {
  const { conversationId, title, messages, results, attachments, undoBytes, logBytes, copies, subAgents } = preview;
  const parts = [
    plural(messages, 'message'),
    results.count > 0 ? `${plural(results.count, 'large result')} (${sizeText(results.bytes)})` : '',
    attachments.count > 0 ? `${plural(attachments.count, 'attachment')} (${sizeText(attachments.bytes)})` : '',
    undoBytes > 0 ? `undo data (${sizeText(undoBytes)})` : '',
    logBytes > 0 ? 'its log of tool calls' : '',
    copies > 0 ? plural(copies, 'backup copy', 'backup copies') : '',
    ...subAgents.map((agent) => `the conversation of its agent ${agent.id}${quoted(agent.title)}`),
  ];
  return `conversation ${conversationId}${quoted(title)}: ${parts.filter(Boolean).join(', ')}`;
}

/** Without its text, which may be the secret to remove. */
function messageText(message: Message): string {
  const who = message.role === 'tool' ? `the result of ${message.toolName}` : `the ${message.role} message`;
  return `${who} ${message.id} (${message.createdAt}, ${plural(textOf(message).length, 'character')})`;
}

function quoted(text: string): string {
  return text === '' ? '' : ` “${text}”`;
}

function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
