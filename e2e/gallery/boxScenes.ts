// Open boxes, one per form of result; full outputs; the file panel, also for a missing file.

import { fail, ok } from '../../shared/core/errors.ts';
import { snapshotFixture } from './appFixture.ts';
import { forms } from './boxFixture.ts';
import { conversationFixture, script } from './conversationFixture.ts';
import type { Scene } from './scene.ts';
import { fileText } from './texts.ts';

function boxes(names: readonly string[]): Scene {
  const talked = script().user('Show me every form.');
  for (const name of names) {
    const [tool, args, content, more] = forms[name] ?? ['', {}, '', {}];
    talked.asks(null, [tool, args]).result(content, more);
  }
  const messages = talked.says('That was all.').messages;
  const open = messages.flatMap(({ id, role }) => (role === 'assistant' ? [`${id}:0`] : []));
  return { snapshot: snapshotFixture(), conversation: conversationFixture({ messages }), open };
}

const plain = fileText
  .split('\n')
  .flatMap((line) => /^ *\d+\t(.*)$/.exec(line)?.[1] ?? [])
  .join('\n');
const lines = `${plain}\n`.repeat(60);
const bytes = new TextEncoder().encode(lines);

const fileHandlers: Scene['handlers'] = {
  'file.read': async ({ path, line, offset, limit }) => {
    if (path === 'gone.ts') return fail('TOOL_EXEC_FAILED', 'No such file or folder.', { missing: true });
    const all = lines.split('\n');
    const before = line === undefined ? null : all.slice(0, line - 1).join('\n');
    const from = before === null ? offset : new TextEncoder().encode(before === '' ? '' : `${before}\n`).length;
    const text = new TextDecoder().decode(bytes.slice(from, from + limit));
    const firstLine = line ?? new TextDecoder().decode(bytes.slice(0, from)).split('\n').length;
    const next = from + limit < bytes.length ? from + limit : null;
    return ok({ path, text, offset: from, nextOffset: next, totalBytes: bytes.length, firstLine });
  },
  'file.reveal': async () => ok({ shown: false }),
};

export const boxScenes: Record<string, () => Scene> = {
  formsFiles: () => boxes(['read', 'list', 'search']),
  formsDiffs: () => boxes(['edit', 'several']),
  formsText: () => boxes(['terminal', 'markdown', 'todos', 'link']),
  formsSources: () => boxes(['sources']),
  formsJson: () => boxes(['json']),
  formsAll: () => ({ ...boxes(Object.keys(forms)), open: [] }),
  filePanel: () => ({
    ...boxes(['search']),
    panel: 'file',
    view: { file: { path: 'src/health.ts', line: 60 } },
    handlers: fileHandlers,
  }),
  fileGone: () => ({
    ...boxes(['search']),
    panel: 'file',
    view: { file: { path: 'gone.ts' } },
    handlers: fileHandlers,
  }),
  fileNone: () => ({ ...boxes(['search']), panel: 'file', handlers: fileHandlers }),
};
