// Which blocks can be previewed, which of a preview's messages are accepted, and where nothing is rendered.

import { describe, expect, test } from 'vitest';
import { previewKind } from '../../../renderer/features/previews/previewKind.ts';
import { readPreviewMessage } from '../../../renderer/features/previews/previewMessage.ts';
import { cite } from '../../support/cite.ts';
import { openMarkdown } from '../../support/drawMarkdown.tsx';

const { html } = await openMarkdown();

test(cite('UI-17', 'diagrams, pictures and pages can be previewed, and nothing else'), () => {
  expect(['mermaid', 'SVG', 'html', 'htm'].map((word) => previewKind(word, ''))).toEqual([
    'mermaid',
    'svg',
    'html',
    'html',
  ]);
  expect(previewKind('xml', '<?xml version="1.0"?>\n<svg viewBox="0 0 1 1">')).toBe('svg');
  expect(['xml', 'ts', '', 'constructor', '__proto__'].map((word) => previewKind(word, '<note>'))).toEqual(
    Array(5).fill(null),
  );
});

describe('a block that can be previewed', () => {
  const block = '```html\n<script>alert(1)</script>\n```';

  test(cite('UI-17', 'is code until requested: no frame is created'), () => {
    const drawn = html(block);
    expect(drawn).toContain('Preview');
    expect(drawn).not.toContain('iframe');
  });

  test(cite('UI-17', 'has no preview while it is being written'), () => {
    for (let end = 1; end < block.length - 3; end++) expect(html(block.slice(0, end), true)).not.toContain('Preview');
  });
});

test(cite('UI-17', 'only numbers and texts of a known form are accepted from a frame'), () => {
  expect(readPreviewMessage({ type: 'height', height: 120 })).toEqual({ type: 'height', height: 120 });
  expect(readPreviewMessage({ type: 'failed', message: 'x'.repeat(9000) })).toEqual({
    type: 'failed',
    message: 'x'.repeat(2000),
  });
  expect(readPreviewMessage({ type: 'drawn', svg: {} })).toEqual({ type: 'drawn', svg: null });
  for (const said of [
    null,
    'ready',
    7,
    { type: 'height', height: Number.NaN },
    { type: 'height', height: '9' },
    { type: 'height', height: -1 },
    { type: 'draw' },
    { type: '__proto__' },
    {},
  ]) {
    expect(readPreviewMessage(said)).toBeNull();
  }
});
