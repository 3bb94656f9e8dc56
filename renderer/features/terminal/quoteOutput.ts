// Adds selected terminal output to the message, as a code block that the text cannot end.

import type { Session } from '../../core/state/session.ts';
import { focusComposer } from '../../ui/focus.ts';

/** Characters; a message field is no place for more. */
const maxQuoted = 100_000;

export function quoteOutput({ conversation, drafts }: Pick<Session, 'conversation' | 'drafts'>, text: string): void {
  const { id } = conversation.store.getState();
  const written = drafts.textOf(id).trimEnd();
  drafts.write(id, `${written}${written === '' ? '' : '\n\n'}${codeBlock(text.slice(-maxQuoted))}\n\n`);
  focusComposer();
}

function codeBlock(text: string): string {
  const lines = text.replace(/[^\S\n]+$/gm, '').replace(/^\n+|\n+$/g, '');
  const longest = Math.max(2, ...[...lines.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${lines}\n${fence}`;
}
