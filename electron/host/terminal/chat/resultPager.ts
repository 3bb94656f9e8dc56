// The whole of a result, a screen at a time; where nobody can be asked for more, to its end.

import type { Terminal } from '../terminal.ts';
import { visibleText } from '../terminalText.ts';
import type { ShownCall } from './chatScreen.ts';

const pieceBytes = 64 * 1024;
/** Characters of one line that count as a row of their own are left to the terminal. */
const longestLine = 2000;

export async function showResult(terminal: Terminal, conversationId: string, call: ShownCall): Promise<void> {
  const { core, ask, streams } = terminal;
  terminal.err(`${call.sentence}\n`);
  const rows = Math.max(5, ((streams.stdout as { rows?: number }).rows || 24) - 2);
  let shown = 0;
  let rest = '';
  for (let at: number | null = 0; at !== null; ) {
    const page = await core.readResult(conversationId, call.messageId, at, pieceBytes);
    if (!page.ok) return terminal.err(`${page.error.message}\n`);
    at = page.value.nextOffset;
    const lines = (rest + page.value.text).split('\n');
    rest = at === null ? '' : (lines.pop() ?? '');
    for (const line of lines) {
      if (ask && shown > 0 && shown % rows === 0) {
        const typed = await ask('Enter: more. q: back.');
        if (typed === null || /^q/i.test(typed.trim())) return;
      }
      terminal.out(`${visibleText(line.slice(0, longestLine))}\n`);
      shown++;
    }
  }
}
