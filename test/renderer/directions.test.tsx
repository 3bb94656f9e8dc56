// Right-to-left text: each block has its own direction, code keeps its own, and a name disturbs nothing around it.

import { describe, expect, test } from 'vitest';
import { markdownHtml } from '../../electron/interop/html/markdown.ts';
import { callLine } from '../../renderer/core/calls/callLine.ts';
import { cite } from '../support/cite.ts';
import { openMarkdown } from '../support/drawMarkdown.tsx';

const { html } = await openMarkdown();

/** The direction of each element of a kind, in order. */
function directionsOf(markup: string, name: string): string[] {
  return [...markup.matchAll(new RegExp(`<${name}(?: dir="(\\w+)")?(?=[ >])`, 'g'))].map(([, dir = '']) => dir);
}

describe('the direction of text', () => {
  const text =
    '# שלום\n\n`npm` مرحبا\n\nplain `code`\n\n- مرحبا\n- two\n\n1. one\n2. שתיים\n\n| اسم | b |\n| - | - |\n| 1 | ب |\n\n> שלום\n\n```js\nlet שם;\n```';

  test(cite('UI-19', 'is that of its own letters, block by block, and left to right for code'), () => {
    const markup = html(text);
    expect(directionsOf(markup, 'h1')).toEqual(['auto']);
    expect(directionsOf(markup, 'p')).toEqual(expect.arrayContaining(['auto', '']));
    expect(directionsOf(markup, 'ul')).toEqual(['rtl']);
    expect(directionsOf(markup, 'ol')).toEqual(['']);
    expect(directionsOf(html('- [x] שלום'), 'ul')).toEqual(['rtl']);
    expect(directionsOf(markup, 'li')).toEqual(['auto', 'auto', 'auto', 'auto']);
    expect(directionsOf(markup, 'table')).toEqual(['rtl']);
    expect(directionsOf(markup, 'blockquote')).toEqual(['rtl']);
    expect(directionsOf(markup, 'pre')).toEqual(['ltr']);
    expect(directionsOf(html('`npm` مرحبا'), 'code')).toEqual(['ltr']);
  });

  test(cite('UI-19', 'is left to the browser on a shared page'), async () => {
    const markup = await markdownHtml(text, () => null);
    expect(directionsOf(markup, 'h2')).toEqual(['auto']);
    for (const name of ['ul', 'ol', 'table', 'blockquote']) expect(directionsOf(markup, name)).toEqual(['auto']);
  });

  test(cite('UI-19', "of a name in a call's line ends with the name"), () => {
    const line = (path: string): string =>
      callLine({ name: 'read_file', arguments: JSON.stringify({ path, offset: 3 }) }, 'ok');
    expect(line('קובץ 2.txt')).toContain('\u2068קובץ 2.txt\u2069');
    expect(line('a.txt')).not.toContain('\u2068');
    // The name's own marks are visible and have no effect.
    expect(line('א\u2069\u202eb')).toContain('\u2068א⟨U+2069⟩⟨U+202E⟩b\u2069');
  });
});
