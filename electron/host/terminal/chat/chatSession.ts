// The open conversation of a chat in the terminal: its turns from message to end, the choices for the next turn, and switching
// to another conversation.

import type { ConversationState } from '../../../../shared/conversation/event.ts';
import { type Message, textOf as saidIn } from '../../../../shared/conversation/message.ts';
import { interruption } from '../../../../shared/conversation/resume.ts';
import type { Result } from '../../../../shared/core/errors.ts';
import type { UserTextData } from '../../../../shared/core/sentence.ts';
import type { ModelRef } from '../../../../shared/features/models/modelOptions.ts';
import { type ApprovalMode, approvalModeNames } from '../../../../shared/permission/rule.ts';
import type { Core } from '../../../core.ts';
import { createConversationWorktree } from '../../../features/worktrees/worktreeCommand.ts';
import { promptForApprovals } from '../approvalQuestion.ts';
import { resolveNamedModel } from '../namedModel.ts';
import { openCallLines, openCallsText } from '../openCalls.ts';
import { modelOptionsOf } from '../options.ts';
import { continueAtLimit } from '../run/limitQuestion.ts';
import type { ChatLine } from '../run/turnOptions.ts';
import { warnAboutUnsentOptions } from '../run/turnOutput.ts';
import type { Terminal } from '../terminal.ts';
import { visibleLine } from '../terminalText.ts';
import type { ChatScreen } from './chatScreen.ts';
import type { LineInput } from './lineInput.ts';

export interface ChatSession {
  /** Null until the first message creates it. */
  conversationId(): string | null;
  projectId(): string;
  /** Opens it; null for a new one. False if it could not be opened, which the user has been told. */
  start(conversationId: string | null): Promise<boolean>;
  send(text: string): Promise<void>;
  /** Continues from the end without a new message. */
  resume(): Promise<void>;
  /** Stops the turn; false if none is running. */
  stop(): boolean;
  /** Asks about calls that a crash left open, and reports a turn that broke off. */
  settleOpen(): Promise<void>;
  /** For the next turns. */
  chooseModel(named: string): Promise<Result<ModelRef | null>>;
  chooseMode(mode: ApprovalMode): void;
  /** One line: the title, the model, and the approval mode. */
  about(): string;
  notices(): readonly UserTextData[];
  lastFailed(): boolean;
  leave(): void;
  isOver(): boolean;
}

export interface ChatSessionOptions {
  terminal: Terminal<ChatLine>;
  screen: ChatScreen;
  input: LineInput;
  /** Named on the command line. */
  provider: string | null;
  projectId: string;
  onTurn(): void;
}

/** Characters of the last reply shown when a conversation is resumed. */
const maxRecall = 1200;

export function createChatSession(options: ChatSessionOptions): ChatSession {
  const { terminal, screen, input, provider, onTurn } = options;
  const { core, line } = terminal;
  let id: string | null = null;
  let projectId = options.projectId;
  let model: ModelRef | null = null;
  let mode: ApprovalMode | undefined = line.values.approve;
  const modelOptions = modelOptionsOf(line.values);
  let release: () => void = () => {};
  let turn: AbortController | null = null;
  let failed = false;
  let over = false;

  const state = (): ConversationState | null => (id === null ? null : core.hub.peek(id));

  async function begin(conversationId: string | null): Promise<boolean> {
    const loaded = conversationId === null ? null : await core.hub.load(conversationId);
    if (loaded && !loaded.ok) {
      terminal.err(`${loaded.error.message}\n`);
      return false;
    }
    const choice = await resolveNamedModel(terminal, provider, loaded?.value.model ?? null);
    if (!choice.ok) {
      terminal.err(`${choice.error.message}\n`);
      return false;
    }
    model = choice.value;
    release();
    release = () => {};
    id = conversationId;
    if (loaded && conversationId !== null) {
      projectId = loaded.value.projectId;
      follow(conversationId);
      screen.note(loaded.value.messages);
      recall(loaded.value);
    } else projectId = options.projectId;
    return true;
  }

  function follow(conversationId: string): void {
    const letGo = core.hub.hold(conversationId);
    const unsubscribe = core.hub.subscribe(conversationId, (_id, _seq, event) => screen.show(event));
    release = () => {
      unsubscribe();
      letGo();
    };
  }

  /** Shows the last message and reply, so that the user knows where they are. */
  function recall({ title, messages }: ConversationState): void {
    if (!terminal.input.isTerminal) return;
    const lastPrompt = messages.findLast(({ role }) => role === 'user');
    const reply = messages.findLast((message) => message.role === 'assistant' && saidIn(message).trim() !== '');
    if (title !== '') screen.quiet(`${visibleLine(title)}\n`);
    if (lastPrompt) screen.quiet(`› ${visibleLine(short(lastPrompt))}\n`);
    if (reply) screen.quiet(`${short(reply)}\n`);
  }

  /** `name`: the text from which a new worktree gets its name. */
  async function create(name: string): Promise<string | null> {
    const created = await core.store.createConversation(projectId);
    if (!created.ok) {
      terminal.err(`${created.error.message}\n`);
      return null;
    }
    const newId = created.value.conversationId;
    const worktree = line.values.worktree ? await createConversationWorktree(terminal, newId, { name }) : null;
    if (worktree && !worktree.ok) {
      terminal.err(`${worktree.error.message}\n`);
      return null;
    }
    await core.hub.load(newId);
    id = newId;
    follow(newId);
    return newId;
  }

  const overrides = () => ({
    ...(model ? { model } : {}),
    ...(mode ? { approvalMode: mode } : {}),
    ...(modelOptions ? { modelOptions } : {}),
  });

  /** Runs one turn to its end. `start` starts it. */
  async function run(conversationId: string, start: () => ReturnType<Core['chat']['send']>): Promise<void> {
    const stopping = new AbortController();
    turn = stopping;
    onTurn();
    const stoppable = { ...terminal, signal: AbortSignal.any([terminal.signal, stopping.signal]) };
    const stopAnswering = promptForApprovals(stoppable, conversationId);
    const undivert = input.divert((text) => void queue(conversationId, text));
    const stop = (): void => void core.chat.stop(conversationId);
    stoppable.signal.addEventListener('abort', stop, { once: true });
    try {
      const started = await start();
      if (!started.ok) {
        failed = true;
        return terminal.err(`${started.error.message}\n`);
      }
      if (stoppable.signal.aborted) stop();
      const outcome = await continueAtLimit(stoppable, conversationId, await started.value.ended, overrides());
      failed = outcome.end !== 'done';
      if (outcome.error) terminal.err(`${outcome.error.message}\n`);
      else if (outcome.end === 'stopped') terminal.err('Stopped.\n');
    } finally {
      undivert();
      stopAnswering();
      screen.rest();
      turn = null;
    }
  }

  async function queue(conversationId: string, text: string): Promise<void> {
    if (text.startsWith('/')) {
      return terminal.err('Commands are not available during a turn. Ctrl+C stops it.\n');
    }
    const started = await core.chat.send(conversationId, text, overrides());
    if (started.ok && started.value.queued) screen.quiet('Queued. It will be sent as soon as the model can read it.\n');
    else if (!started.ok) terminal.err(`${started.error.message}\n`);
  }

  return {
    conversationId: () => id,
    projectId: () => projectId,
    start: begin,
    async send(text) {
      const conversationId = id ?? (await create(text));
      const before = state();
      if (conversationId === null || !before) return;
      await warnAboutUnsentOptions(terminal, before, overrides());
      await run(conversationId, () => core.chat.send(conversationId, text, overrides()));
    },
    async resume() {
      const conversationId = id;
      if (conversationId === null) return terminal.err('There is nothing to continue yet.\n');
      await run(conversationId, () => core.chat.resume(conversationId, overrides()));
    },
    stop() {
      if (!turn) return false;
      if (turn.signal.aborted) {
        // On a second Ctrl-C, a turn that does not stop ends with the command.
        over = true;
        input.close();
        return true;
      }
      terminal.err('Stopping…\n');
      turn.abort();
      return true;
    },
    async settleOpen() {
      const conversationId = id;
      if (conversationId === null) return;
      await askAboutOpenCalls(terminal, conversationId, async (call, choice, how) => {
        await run(conversationId, async () => {
          const done = await core.chat.resolve(conversationId, call, choice, { ...overrides(), ...how });
          if (!done.ok) return done;
          const ended = done.value.ended ?? Promise.resolve({ end: 'done' as const });
          return { ok: true, value: { queued: false, messageId: '', ended } };
        });
      });
      const now = state();
      if (!now || now.run || now.openCalls.length > 0 || now.elsewhere) return;
      const kind = interruption(now.messages, now.marks, now.reply !== null);
      if (kind === 'request' || kind === 'message')
        terminal.err('The last turn was interrupted. Use /continue to resume it, or send a new message.\n');
    },
    async chooseModel(name) {
      const values = { ...line.values, model: name };
      const choice = await resolveNamedModel({ ...terminal, line: { ...line, values } }, null, state()?.model ?? null);
      if (choice.ok) model = choice.value;
      return choice;
    },
    chooseMode(next) {
      mode = next;
    },
    about() {
      const now = state();
      const shownModel = model ?? now?.model ?? null;
      const shownMode = mode ?? now?.approvalMode;
      const parts = [
        now ? visibleLine(now.title) || 'Untitled' : 'New conversation',
        shownModel ? `${shownModel.provider}/${visibleLine(shownModel.model)}` : '',
        `approvals: ${shownMode ? approvalModeNames[shownMode] : 'as in Settings'}`,
      ];
      return parts.filter(Boolean).join(' · ');
    },
    notices: () => state()?.notices ?? [],
    lastFailed: () => failed,
    leave() {
      over = true;
    },
    isOver: () => over,
  };
}

function short(message: Message): string {
  const text = saidIn(message).trim();
  return text.length > maxRecall ? `…${text.slice(-maxRecall)}` : text;
}

type CallChoice = Parameters<Core['chat']['resolve']>[2];
type Resolve = (
  call: { messageId: string; index: number },
  choice: CallChoice,
  how: { endProcess?: boolean },
) => Promise<void>;

const choices: Readonly<Record<string, CallChoice>> = {
  g: 'get_result',
  r: 'run_again',
  s: 'skip',
  d: 'mark_done',
};

async function askAboutOpenCalls(terminal: Terminal, conversationId: string, resolve: Resolve): Promise<void> {
  const { core, ask, err } = terminal;
  const conversation = core.hub.peek(conversationId);
  if (!conversation || conversation.openCalls.length === 0) return;
  if (!ask) return err(openCallsText(conversationId, conversation));
  err('Interrupted calls:\n');
  for (const { messageId, index } of conversation.openCalls) {
    const now = core.hub.peek(conversationId);
    const open = now?.openCalls.find((one) => one.messageId === messageId && one.index === index);
    if (!now || !open) continue;
    err(`${openCallLines({ ...now, openCalls: [open] }).join('\n')}\n`);
    const endingNote = open.process ? ', after stopping what it started' : '';
    const getting = open.isTask ? 'g: get its result from the server. ' : '';
    const letters = open.isTask ? 'g/r/s/d' : 'r/s/d';
    const line = await ask(
      `${getting}r: run it again${endingNote}. s: skip it. d: it was done. Enter: leave it open. [${letters}]`,
    );
    if (line === null) return;
    const choice = choices[line.trim().toLowerCase().slice(0, 1)];
    if (!choice) continue;
    await resolve({ messageId, index }, choice, open.process && choice === 'run_again' ? { endProcess: true } : {});
  }
}
