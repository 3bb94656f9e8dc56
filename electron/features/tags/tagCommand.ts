// throughline tag: lists tags, changes a conversation's, renames and deletes one everywhere.

import type { ConversationRow } from '../../../shared/features/conversations/methods.ts';
import type { TagChange, TagReport } from '../../../shared/features/tags/methods.ts';
import { cleanTag, countTags, hasTags, isTag, maxTagLength, tagKey } from '../../../shared/features/tags/tag.ts';
import {
  type ExitCode,
  type Line,
  listRows,
  reportError,
  resolveConversationPrefix,
  type Terminal,
} from '../../host/terminal/terminal.ts';
import { applyTagChanges } from './changeTags.ts';

type TagLine = Line<{ json: boolean }>;

export async function tagCommand(terminal: Terminal<TagLine>): Promise<ExitCode> {
  const [what = 'list', ...positionals] = terminal.line.positionals;
  const listed = await listRows(terminal, true);
  if (!listed.ok) return reportError(terminal, listed.error);
  const rows = listed.value.map(({ row }) => row);
  if (what === 'list') return printTags(terminal, rows);
  const typed = (what === 'add' || what === 'remove' ? positionals.slice(1) : positionals).map(cleanTag);
  const invalid = typed.findIndex((tag) => !isTag(tag));
  if (invalid >= 0) {
    terminal.err(`A tag has 1 to ${maxTagLength} characters; ${JSON.stringify(typed[invalid])} does not.\n`);
    return 2;
  }
  if (what === 'add' || what === 'remove') {
    const conversation = await resolveConversationPrefix(terminal, positionals[0] ?? '');
    if (!conversation.ok) return reportError(terminal, conversation.error);
    const names = what === 'add' ? typed.map((tag) => spellingOf(rows, tag)) : typed;
    const change = { add: [], remove: [], [what]: names, conversationIds: [conversation.value] };
    return report(terminal, await apply(terminal, [change]));
  }
  const [old = '', next] = typed;
  const conversationIds = rows.filter((row) => hasTags(row, [tagKey(old)])).map(({ id }) => id);
  if (conversationIds.length === 0) {
    terminal.err(`No conversation has the tag “${old}”.\n`);
    return 1;
  }
  return report(
    terminal,
    await apply(terminal, [{ conversationIds, remove: [old], add: next === undefined ? [] : [next] }]),
  );
}

function apply({ core }: Terminal, changes: readonly TagChange[]): Promise<TagReport> {
  return applyTagChanges(core.store, changes, () => {});
}

function report(terminal: Terminal, { undo, failed, error }: TagReport): ExitCode {
  const count = undo.reduce((sum, { conversationIds }) => sum + conversationIds.length, 0);
  terminal.out(`Changed ${count} ${count === 1 ? 'conversation' : 'conversations'}.\n`);
  if (!error) return 0;
  if (failed > 1) terminal.err(`${failed} could not be changed. The first: `);
  return reportError(terminal, error);
}

function printTags({ line, out, err }: Terminal<TagLine>, rows: readonly ConversationRow[]): ExitCode {
  const tags = countTags(rows, 'en');
  if (line.values.json) out(`${JSON.stringify(tags.map(({ name, count }) => ({ name, count })))}\n`);
  else for (const { name, count } of tags) out(`${String(count).padStart(5)}  ${name}\n`);
  if (tags.length === 0 && !line.values.json) err('No conversation has a tag.\n');
  return 0;
}

/** As other conversations spell it. */
function spellingOf(rows: readonly ConversationRow[], tag: string): string {
  return countTags(rows).find(({ key }) => key === tagKey(tag))?.name ?? tag;
}
