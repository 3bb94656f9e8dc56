// The review panel: lines in one or two columns, comments, a tree, an image, a file that changed since, nothing to review.

import type { Handlers } from '../../../../electron/lib/protocolServer.ts';
import type { View } from '../../../../renderer/core/state/viewStore.ts';
import { reviewWords } from '../../../../renderer/features/review/words.ts';
import { ok } from '../../../../shared/core/errors.ts';
import type {
  CommentWithState,
  ReviewDiff,
  ReviewFile,
  ReviewLine,
} from '../../../../shared/features/review/review.ts';
import { snapshotFixture } from '../../appFixture.ts';
import { conversationFixture } from '../../conversationFixture.ts';
import type { Scene } from '../../scene.ts';
import { changesTalk } from '../undo/fixture.ts';

const file = (path: string, more: Partial<ReviewFile> = {}): ReviewFile => ({
  path,
  kind: 'modified',
  bytes: 5_120,
  added: 2,
  removed: 1,
  version: path,
  isViewed: false,
  ...more,
});

const files: ReviewFile[] = [
  file('src/health.ts'),
  file('docs/health.md', { kind: 'added', added: 3, removed: 0, isViewed: true }),
  file('src/a-folder-with-a-long-name/another-one-with-a-long-name/healthTimeout.ts', {
    kind: 'renamed',
    from: 'src/timeout.ts',
    added: 0,
    removed: 0,
  }),
  file('<img src=x onerror=alert(1)>/\u202egpj.exe\nb', { kind: 'deleted', bytes: null }),
  file('文档/流程图 第二版.png', { added: 0, removed: 0, conflict: 'It has been changed since.' }),
];

const same = (at: number, text: string, shift = 0): ReviewLine => ({ kind: 'same', text, old: at, new: at + shift });
const health: ReviewDiff = {
  type: 'text',
  version: 'src/health.ts',
  form: { encoding: 'UTF-8', isMarked: false, endings: 'crlf' },
  total: 12,
  next: null,
  isCoarse: false,
  hunks: [
    {
      lines: [
        same(10, 'export async function isHealthy(): Promise<boolean> {'),
        { kind: 'removed', text: '  const rows = await query("SELECT * FROM events");', old: 11 },
        { kind: 'added', text: '  const rows = await query("SELECT 1");', new: 11 },
        { kind: 'added', text: '  // Two seconds at most.', new: 12 },
        same(12, '  return rows.length > 0;', 1),
        same(13, '}', 1),
      ],
    },
    {
      lines: [
        same(40, 'export const timeout = {', 1),
        { kind: 'removed', text: '  seconds: 30,', old: 41 },
        { kind: 'added', text: '  seconds: 2,', new: 42 },
        { ...same(42, '};', 1), noEnd: true },
      ],
    },
  ],
};

const comments: CommentWithState[] = [
  {
    id: 'c1',
    path: 'src/health.ts',
    side: 'new',
    start: 11,
    end: 12,
    lines: '  const rows = await query("SELECT 1");\n  // Two seconds at most.',
    text: 'Put the number into a constant, please.',
    state: 'current',
  },
  {
    id: 'c2',
    path: 'src/health.ts',
    side: 'new',
    start: 42,
    end: 42,
    lines: '  seconds: 5,',
    text: 'Why five?',
    state: 'changed',
  },
];

const handlers: Partial<Handlers> = {
  'review.list': async () =>
    ok({
      files,
      notCovered: [],
      more: 0,
      isUndone: false,
      lastUndo: { messageId: 'm9', paths: ['src/health.ts'] },
    }),
  'review.diff': async ({ path }) =>
    ok(
      path === 'src/health.ts'
        ? health
        : path.endsWith('.png')
          ? { type: 'binary', version: path, before: 48_200, after: 51_000, image: null }
          : { type: 'same', version: path, modes: [0o644, 0o755] },
    ),
  'review.comments': async () => ok({ comments: [] }),
};

function review(more: Partial<Handlers> = {}, view: Partial<View> = {}, press: string[] = []): Scene {
  return {
    snapshot: snapshotFixture(),
    conversation: conversationFixture({ messages: changesTalk().messages }),
    handlers: { ...handlers, ...more },
    panel: 'review',
    view: { review: { tab: 'changes', target: { type: 'turn', messageId: 'm0' } }, ...view },
    press,
  };
}

const commented: Partial<Handlers> = { 'review.comments': async () => ok({ comments }) };

export const reviewScenes: Record<string, () => Scene> = {
  review: () => review(),
  reviewSplit: () => review({}, { diffLayout: 'split' }),
  reviewComments: () => review(commented, {}, ['[data-review-comments] [aria-expanded]']),
  reviewTree: () =>
    review({}, {}, [`[data-review-panel] [aria-label="${reviewWords.tree}"]`, '[data-review-file] button']),
  reviewConflict: () => review({}, {}, ['[data-review-file]:last-child button']),
  reviewEmpty: () =>
    review({
      'review.list': async () => ok({ files: [], notCovered: [], more: 0, isUndone: false, lastUndo: null }),
    }),
};
