// Changed files: their boxes, undo with its preview, the diff of a turn, regenerating and rewinding.

import type { Handlers } from '../../../../electron/lib/protocolServer.ts';
import { ok } from '../../../../shared/core/errors.ts';
import { snapshotFixture } from '../../appFixture.ts';
import { conversationFixture } from '../../conversationFixture.ts';
import type { Scene } from '../../scene.ts';
import { changesTalk, undoPreview } from './fixture.ts';

const changeHandlers: Partial<Handlers> = {
  'changes.preview': async ({ target }) =>
    ok(
      target.type === 'since' ? { ...undoPreview, files: undoPreview.files.slice(0, 2), notCovered: [] } : undoPreview,
    ),
  'changes.apply': async ({ direction }) =>
    ok({
      done: 2,
      skipped: direction === 'undo' ? [{ path: '文档/流程图 第二版.png', reason: 'it was changed since' }] : [],
    }),
  'conversation.rewind': async () => ok({ text: 'The health check has become slow.', attachments: [], files: null }),
};

function changes(more: Partial<Scene> = {}, undone: string[] = []): Scene {
  return {
    snapshot: snapshotFixture(),
    conversation: conversationFixture({ messages: changesTalk().messages, undone }),
    handlers: changeHandlers,
    ...more,
  };
}

export const undoScenes: Record<string, () => Scene> = {
  changes: () => changes({ open: ['m1:0', 'm3:1'] }),
  changesUndone: () => changes({ open: ['m3:0'] }, ['m3:0']),
  undoPreview: () =>
    changes({ dialog: { type: 'changes', target: { type: 'turn', messageId: 'm0' }, direction: 'undo' } }),
  undoNothing: () =>
    changes({
      dialog: { type: 'changes', target: { type: 'turn', messageId: 'm0' }, direction: 'redo' },
      handlers: { 'changes.preview': async () => ok({ direction: 'redo', files: [], notCovered: [] }) },
    }),
  regenerate: () => changes({ dialog: { type: 'regenerate', messageId: 'm0' } }),
  rewind: () => changes({ dialog: { type: 'rewind', messageId: 'm0' } }),
};
