// Calls that a crash left open, when their conversation goes on in the terminal: the person decides about each, or leaves it open.

import type { Core } from '../../../core.ts';
import { openCallLines, openCallsText } from '../conversations/openCallWords.ts';
import type { Terminal } from '../terminal.ts';

type CallChoice = Parameters<Core['chat']['resolve']>[2];
type Resolve = (
  call: { messageId: string; index: number },
  choice: CallChoice,
  how: { endProcess?: boolean },
) => Promise<void>;

const choices: Readonly<Record<string, CallChoice>> = { r: 'run_again', s: 'skip', d: 'mark_done' };

export async function askAboutOpenCalls(terminal: Terminal, conversationId: string, resolve: Resolve): Promise<void> {
  const { core, ask, err } = terminal;
  const known = core.hub.peek(conversationId);
  if (!known || known.openCalls.length === 0) return;
  if (!ask) return err(openCallsText(conversationId, known));
  err('Calls that were interrupted:\n');
  for (const { messageId, index } of known.openCalls) {
    const now = core.hub.peek(conversationId);
    const open = now?.openCalls.find((one) => one.messageId === messageId && one.index === index);
    if (!now || !open) continue;
    err(`${openCallLines({ ...now, openCalls: [open] }).join('\n')}\n`);
    const ended = open.process ? ', ending first what it started' : '';
    const typed = await ask(`r: run it again${ended}. s: skip it. d: it was done. Enter: leave it open. [r/s/d]`);
    if (typed === null) return;
    const choice = choices[typed.trim().toLowerCase().slice(0, 1)];
    if (!choice) continue;
    await resolve({ messageId, index }, choice, open.process && choice === 'run_again' ? { endProcess: true } : {});
  }
}
