// terminal.*: opens, reads and controls terminals. Opening one is more than the page can do alone, so it needs a trusted
// folder and a confirmation outside the window, unless the sandbox limits what the shell can do.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { terminalMethods } from '../../../shared/features/terminal/methods.ts';
import type { Connection, HandlersOf } from '../../lib/protocolServer.ts';
import type { Confirm } from '../../ports/confirm.ts';
import type { ConversationReader, ProjectStore } from '../../ports/store.ts';
import type { SettingsStore } from '../appParts.ts';
import { terminalPower } from '../dangerousPowers.ts';
import type { Size, TerminalLocation, Terminals } from './terminals.ts';

interface TerminalHandlerDeps {
  terminals: Terminals;
  store: Pick<ConversationReader, 'readBranch'> & Pick<ProjectStore, 'workingFolder'>;
  settings: Pick<SettingsStore, 'read'>;
  confirm: Pick<Confirm, 'require'>;
}

export function terminalHandlers(deps: TerminalHandlerDeps): HandlersOf<typeof terminalMethods> {
  const { terminals, store, settings, confirm } = deps;
  /** Folders that the user allowed since the app started. */
  const allowed = new Set<string>();
  const views = createCurrentViews();

  /** Where a shell may start now, and whether in the sandbox. */
  async function allowedPlace(
    conversationId: string | null,
    projectId: string | null,
  ): Promise<Result<TerminalLocation>> {
    const branch = conversationId === null ? null : await store.readBranch(conversationId, { tail: 1 });
    if (branch && !branch.ok) return branch;
    const of = branch ? branch.value : projectId === null ? null : { projectId, meta: {} };
    if (of === null) return noFolder;
    const place = await store.workingFolder(of);
    if (!place.ok) return place;
    const { folder, project, missing } = place.value;
    if (missing) return { ok: false, error: missing };
    if (folder === null) return noFolder;
    if (!project.trusted)
      return fail('NOT_SUPPORTED', say`Trust this folder first. Then you can open a terminal in it.`);
    const chosen = branch?.value.meta.approvalMode ?? project.approvalMode;
    const mode = chosen ?? (await settings.read()).settings.approvalMode;
    const sandboxed = mode === 'sandbox';
    if (!sandboxed && mode !== 'all' && !allowed.has(folder)) {
      const confirmed = confirm.require(terminalPower(folder));
      if (!confirmed.ok) return confirmed;
      allowed.add(folder);
    }
    return ok({ conversationId, projectId: project.id, folder, sandboxed });
  }

  return {
    'terminal.list': async () => ok({ terminals: terminals.list() }),

    async 'terminal.open'({ conversationId, projectId, ...size }, view) {
      const place = await allowedPlace(conversationId, projectId);
      if (!place.ok) return place;
      const opened = await terminals.open(place.value, size);
      if (!opened.ok) return opened;
      views.take(opened.value.id, view);
      return ok({ terminal: opened.value });
    },

    async 'terminal.restart'({ terminalId, ...size }, view) {
      const before = terminals.placeOf(terminalId);
      if (!before.ok) return before;
      const place = await allowedPlace(before.value.conversationId, before.value.projectId);
      if (!place.ok) return place;
      views.take(terminalId, view);
      const opened = await terminals.restart(terminalId, place.value, size);
      return opened.ok ? ok({ terminal: opened.value }) : opened;
    },

    async 'terminal.read'({ terminalId, offset }, view) {
      const output = await terminals.read(terminalId, offset, view.signal);
      if (view.signal.aborted) views.leave(terminalId, view);
      return output;
    },

    async 'terminal.write'({ terminalId, text, isAnswer = false }, view) {
      const exists = terminals.placeOf(terminalId);
      if (!exists.ok) return exists;
      if (isAnswer && !views.isCurrent(terminalId, view)) return ok({});
      // Before the text: a command that is typed now sees the size of the view that it is typed in.
      const newSize = isAnswer ? null : views.take(terminalId, view);
      if (newSize) terminals.resize(terminalId, newSize);
      const written = terminals.write(terminalId, text);
      return written.ok ? ok({}) : written;
    },

    async 'terminal.resize'({ terminalId, takes = false, ...size }, view) {
      const exists = terminals.placeOf(terminalId);
      if (!exists.ok) return exists;
      if (takes) views.take(terminalId, view);
      views.setSize(terminalId, view, size);
      if (!views.isCurrent(terminalId, view)) return ok({});
      const resized = terminals.resize(terminalId, size);
      return resized.ok ? ok({}) : resized;
    },

    async 'terminal.rename'({ terminalId, name }) {
      const renamed = terminals.rename(terminalId, name);
      return renamed.ok ? ok({}) : renamed;
    },

    async 'terminal.close'({ terminalId }) {
      const closed = await terminals.remove(terminalId);
      return closed.ok ? ok({}) : closed;
    },
  };
}

const noFolder = fail('PROJECT_NOT_FOUND', say`A terminal needs a folder, and this conversation has none.`);

type View = Pick<Connection, 'id' | 'keep'>;

/**
 * Which of the views of a terminal its programs talk to. Each view has an emulator, and each of those would answer a
 * program's request and set a size: only the one that the user used last does.
 */
interface CurrentViews {
  /** The user is in this view. Returns its last size if another one was the current view until now. */
  take(terminalId: string, view: View): Size | null;
  /** Whether it is the current view; it becomes that if there is none. */
  isCurrent(terminalId: string, view: View): boolean;
  /** Remembers the size of a view, also of one that is not current. */
  setSize(terminalId: string, view: View, size: Size): void;
  /** The view was closed, and the next one that answers or sets a size takes over. */
  leave(terminalId: string, view: Pick<View, 'id'>): void;
}

function createCurrentViews(): CurrentViews {
  /** Connections by terminal. */
  const current = new Map<string, string>();
  /** Sizes of the open views, by terminal and connection; null until one is set. */
  const views = new Map<string, Map<string, Size | null>>();

  function leave(terminalId: string, { id }: Pick<View, 'id'>): void {
    if (current.get(terminalId) === id) current.delete(terminalId);
    const ofTerminal = views.get(terminalId);
    ofTerminal?.delete(id);
    if (ofTerminal?.size === 0) views.delete(terminalId);
  }

  /** Remembers the view until its connection ends. */
  function open(terminalId: string, view: View): Map<string, Size | null> {
    const ofTerminal = views.get(terminalId) ?? new Map<string, Size | null>();
    if (ofTerminal.has(view.id)) return ofTerminal;
    views.set(terminalId, ofTerminal.set(view.id, null));
    view.keep(`terminal view:${terminalId}`, () => leave(terminalId, view));
    return ofTerminal;
  }

  function take(terminalId: string, view: View): Size | null {
    if (current.get(terminalId) === view.id) return null;
    const ofTerminal = open(terminalId, view);
    current.set(terminalId, view.id);
    return ofTerminal.get(view.id) ?? null;
  }

  return {
    take,
    leave,
    isCurrent(terminalId, view) {
      if (!current.has(terminalId)) take(terminalId, view);
      return current.get(terminalId) === view.id;
    },
    setSize(terminalId, view, size) {
      open(terminalId, view).set(view.id, size);
    },
  };
}
