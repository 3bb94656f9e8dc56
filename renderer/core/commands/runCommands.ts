// Commands of a run and of what it asks, of the folder that it works in, and of the message or call with the focus.

import { type Message, textOf } from '../../../shared/conversation/message.ts';
import { resumePoint } from '../../../shared/conversation/resume.ts';
import type { ProjectInfo } from '../../../shared/features/projects/methods.ts';
import { focusComposer } from '../../ui/focus.ts';
import { leaveRunning } from '../state/background.ts';
import { currentProjectId, defaultProject, projectOf } from '../state/choices.ts';
import { focusedMessage } from '../state/messageSteps.ts';
import { mayBeAgents, openStartedBy } from '../state/openStartedBy.ts';
import type { Command, Session } from '../state/session.ts';
import { createTrust } from '../state/useTrust.ts';
import { strings } from '../strings.ts';
import { goToWaiting, waitingIds } from './waiting.ts';

function isRunning({ conversation }: Session): boolean {
  return Boolean(conversation.store.getState().state?.run);
}

function canResume({ conversation }: Session): boolean {
  const { state } = conversation.store.getState();
  if (!state || state.run || state.removed || state.messages.length === 0) return false;
  const { kind } = resumePoint(state.messages, state.marks, state.reply !== null);
  return kind === 'request' || kind === 'message';
}

/** The folder's project of the chat that is shown, or that a new one will have. */
function projectShown({ app, conversation, view }: Session): ProjectInfo | null {
  const { snapshot } = app.store.getState();
  if (!snapshot) return null;
  const { state } = conversation.store.getState();
  if (state) return projectOf(snapshot, currentProjectId(snapshot.conversations, state));
  const { projectId } = view.getState().newChat;
  return projectOf(snapshot, projectId === undefined ? defaultProject(snapshot) : projectId);
}

function setTrust(session: Session, trusted: boolean): void {
  const project = projectShown(session);
  if (project) void createTrust(session.memory, session.actions).set(project, trusted);
}

function lastReply({ conversation }: Session): string {
  const said = (message: Message): boolean => message.role === 'assistant' && Boolean(message.content?.trim());
  const message = conversation.store.getState().state?.messages.findLast(said);
  return message ? textOf(message) : '';
}

async function copy({ actions, toasts }: Session, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    actions.say(strings.ui.copied);
  } catch {
    toasts.show({ tone: 'error', message: strings.search.copyFailed });
  }
}

export const runCommands: readonly Command[] = [
  // Escape twice counts only where nothing else is meant by it: see useEscapeStop.
  {
    id: 'run.stop',
    group: 'run',
    keys: 'Esc Esc',
    fixed: true,
    when: isRunning,
    run: ({ actions }) => void actions.stop(),
  },
  {
    id: 'run.background',
    group: 'run',
    keys: 'Mod+Shift+B',
    when: (session) => isRunning(session) && session.view.getState().page === 'chat',
    run: leaveRunning,
  },
  { id: 'run.resume', group: 'run', when: canResume, run: ({ recover }) => void recover.resume() },
  {
    id: 'waiting.focus',
    group: 'run',
    keys: 'Mod+Shift+A',
    when: (session) => waitingIds(session).length > 0,
    run: (session) => void goToWaiting(session),
  },
  {
    id: 'agent.parent',
    group: 'run',
    keys: 'Alt+Shift+Up',
    when: mayBeAgents,
    run: (session) => void openStartedBy(session),
  },
  // Only while the card itself has the focus, and handled there: no key typed elsewhere answers.
  { id: 'approval.allow', group: 'run', keys: 'Mod+Enter', fixed: true, where: 'card' },
  { id: 'approval.deny', group: 'run', keys: 'Mod+Backspace', fixed: true, where: 'card' },
  {
    id: 'tool.run',
    group: 'run',
    when: ({ conversation }) => conversation.store.getState().state !== null,
    run: ({ view }) => view.setState({ dialog: { type: 'toolRun' } }),
  },
  { id: 'model.choose', group: 'run', run: (session) => openControl(session, 'model') },
  { id: 'model.options', group: 'run', run: (session) => openControl(session, 'options') },
  { id: 'preset.choose', group: 'run', keys: 'Mod+Shift+E', run: (session) => openControl(session, 'preset') },
  { id: 'folder.choose', group: 'run', run: (session) => openControl(session, 'folder') },
  { id: 'approvals.choose', group: 'run', run: (session) => openControl(session, 'approvals') },
  {
    id: 'folder.trust',
    group: 'run',
    when(session) {
      const project = projectShown(session);
      return Boolean(project?.folder && !project.trusted && project.folderExists);
    },
    run: (session) => setTrust(session, true),
  },
  {
    id: 'folder.untrust',
    group: 'run',
    when(session) {
      const project = projectShown(session);
      return Boolean(project?.folder && project.trusted);
    },
    run: (session) => setTrust(session, false),
  },
  {
    id: 'copy.lastReply',
    group: 'message',
    keys: 'Mod+Shift+C',
    when: (session) => lastReply(session) !== '',
    run: (session) => void copy(session, lastReply(session)),
  },
  // Handled by the transcript, which also knows the arrows with Alt.
  { id: 'message.next', group: 'message', keys: 'J', fixed: true, where: 'transcript' },
  { id: 'message.previous', group: 'message', keys: 'K', fixed: true, where: 'transcript' },
  {
    id: 'message.copy',
    group: 'message',
    when: (session, { message }) => focusedMessage(session, message) !== null,
    run(session, { message }) {
      const found = focusedMessage(session, message);
      if (found) void copy(session, textOf(found));
    },
  },
  {
    id: 'call.toggle',
    group: 'message',
    when: (_session, { call }) => call !== null,
    run: (_session, { call }) => call?.querySelector<HTMLElement>('button[aria-expanded]')?.click(),
  },
];

// Where the keyboard goes when a question was answered and its buttons are gone: to the next one that waits, else to where
// the person writes. Who has gone elsewhere meanwhile stays there.

/** `answered`: the box that was answered, which may be gone. */
export function focusNextWaiting(answered: HTMLElement | null): void {
  const active = document.activeElement;
  if (active !== null && active !== document.body && active !== answered) return;
  const boxes = [...document.querySelectorAll<HTMLElement>('[data-waits-for]')].filter((box) => box !== answered);
  const follows = (box: HTMLElement): boolean =>
    answered !== null && (answered.compareDocumentPosition(box) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const next = boxes.find(follows) ?? boxes[0];
  if (!next) focusComposer();
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'nearest' });
}

/** Opens a menu of the composer's foot by its name, as if its button had been pressed with the keyboard. */
type ControlName = 'folder' | 'model' | 'options' | 'approvals' | 'preset';

function openControl({ view }: Session, name: ControlName): void {
  view.setState({ page: 'chat', sheet: null });
  // The palette gives the keyboard back first.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const button = document.querySelector<HTMLElement>(`[data-control="${name}"]`);
      if (!button && name === 'preset') view.setState({ dialog: { type: 'settings', section: 'presets' } });
      button?.focus();
      if (button?.getAttribute('aria-haspopup') === 'menu') {
        button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
      } else button?.click();
    }),
  );
}
