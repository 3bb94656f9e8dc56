// throughline chat: a conversation line by line, by the same loop and store as the window. A message starts a turn; lines typed
// during the turn are queued. Ctrl-C stops the turn; at an empty line it leaves. The first message creates the conversation.

import { textOf } from '../../../../shared/core/sentence.ts';
import { reportUnusedCustomizations } from '../../../features/customizations/trustCommand.ts';
import { settleRunElsewhere, syncMeanwhile } from '../../../features/sync/runElsewhere.ts';
import { askLine } from '../askLine.ts';
import { notText } from '../input.ts';
import { resolveNamedProvider } from '../namedModel.ts';
import { latestConversation, pickConversation } from '../run/chooseConversation.ts';
import { warnAboutBackground } from '../run/runCommand.ts';
import type { ChatLine } from '../run/turnOptions.ts';
import { type ExitCode, reportError, resolveConversationPrefix, type Terminal } from '../terminal.ts';
import { runLine } from './chatCommands.ts';
import { type ChatScreen, createChatScreen } from './chatScreen.ts';
import { type ChatSession, createChatSession } from './chatSession.ts';
import { completeLine } from './completion.ts';
import { createLineInput, type LineInput } from './lineInput.ts';

export async function chatCommand(chatTerminal: Terminal<ChatLine>): Promise<ExitCode> {
  const provider = await resolveNamedProvider(chatTerminal);
  if (!provider.ok) {
    chatTerminal.err(`${provider.error.message}\n`);
    return provider.error.code === 'SETTINGS_INVALID' ? 2 : 1;
  }
  const start = await chooseStart(chatTerminal);
  if (typeof start === 'number') return start;
  const settled = start === null ? null : await settleRunElsewhere(chatTerminal, start);
  if (settled && !settled.ok) return reportError(chatTerminal, settled.error);
  const project = await chatTerminal.core.store.openProject(chatTerminal.projectFolder);
  if (!project.ok) return reportError(chatTerminal, project.error);

  let isText = true;
  const { input, screen, terminal, session } = setUp(
    chatTerminal,
    provider.value,
    project.value.id,
    () => (isText = false),
  );
  const unsync = syncMeanwhile(chatTerminal.core);
  try {
    if (!(await session.start(start))) return 1;
    greet(terminal, session);
    if (start === null) await reportUnusedCustomizations(terminal, project.value.id, '');
    await session.settleOpen();
    await converse(input, session, terminal, screen);
  } finally {
    unsync();
    screen.rest();
    input.close();
  }
  warnAboutBackground(terminal);
  if (!isText) chatTerminal.err(`${notText} Nothing after that was sent.\n`);
  const id = session.conversationId();
  if (id !== null) chatTerminal.err(`Continue with: throughline chat --resume ${id.slice(0, 8)}\n`);
  if (chatTerminal.signal.aborted) return 130;
  return chatTerminal.input.isTerminal ? 0 : session.lastFailed() || !isText ? 1 : 0;
}

async function converse(
  input: LineInput,
  session: ChatSession,
  terminal: Terminal<ChatLine>,
  screen: ChatScreen,
): Promise<void> {
  const { signal } = terminal;
  signal.addEventListener('abort', () => input.close(), { once: true });
  while (!signal.aborted && !session.isOver()) {
    const text = await input.next();
    if (text === null || signal.aborted) return;
    await runLine({ terminal, session, screen, input }, text);
  }
}

/** Set up together, since the keyboard completes what the session offers and stops its turn. */
function setUp(chatTerminal: Terminal<ChatLine>, provider: string | null, projectId: string, onNotText: () => void) {
  const { streams, core } = chatTerminal;
  let leaving = false;
  const input: LineInput = createLineInput({
    ...streams,
    isDumb: chatTerminal.isDumb,
    complete: (line) => completeLine(core, session, line),
    onPrompt: () => chatTerminal.progress(null),
    onNotText,
    onInterrupt(line) {
      if (session.stop()) return;
      if (line.trim() === '' && leaving) return input.close();
      leaving = line.trim() === '';
      if (leaving) screen.err('Press Ctrl+C again to exit.\n');
      input.offer('');
    },
  });
  const screen = createChatScreen({
    input,
    progress: chatTerminal.isDumb ? () => {} : chatTerminal.progress,
    // An unknown width is reported as 0.
    columns: () => (streams.stderr as { columns?: number }).columns || 80,
    hasColour: chatTerminal.errIsTerminal && !chatTerminal.isPlain && !chatTerminal.isDumb,
  });
  const asking = { stdin: streams.stdin, stderr: streams.stderr, interrupt: () => void session.stop() };
  const ask: Terminal['ask'] = chatTerminal.ask
    ? (question, until) => {
        chatTerminal.progress(null);
        const signal = until ? AbortSignal.any([chatTerminal.signal, until]) : chatTerminal.signal;
        return input.lend(() => askLine(asking, question, signal));
      }
    : null;
  const terminal: Terminal<ChatLine> = {
    ...chatTerminal,
    out: screen.out,
    err: screen.err,
    ask,
    confirm: ask && (async (question) => /^y(es)?$/i.test(((await ask(`${question} [y/N]`)) ?? '').trim())),
  };
  const session = createChatSession({ terminal, screen, input, provider, projectId, onTurn: () => (leaving = false) });
  return { input, screen, terminal, session };
}

/** Null for a new one. */
async function chooseStart(terminal: Terminal<ChatLine>): Promise<string | null | ExitCode> {
  const { resume, pick, continue: latest } = terminal.line.values;
  if (!pick && resume === undefined && !latest) return null;
  const picked = pick
    ? await pickConversation(terminal)
    : resume !== undefined
      ? await resolveConversationPrefix(terminal, resume)
      : await latestConversation(terminal);
  return picked.ok ? picked.value : reportError(terminal, picked.error);
}

function greet({ err, input }: Terminal, session: ChatSession): void {
  if (!input.isTerminal) return;
  err(`${session.about()}\n`);
  err('/help lists the commands. End a line with \\ to continue it. Ctrl+C stops a turn, Ctrl+D exits.\n');
  for (const notice of session.notices()) err(`${textOf(notice)}\n`);
}
