import { beforeAll, describe, expect, test } from 'vitest';
import { Markdown } from '../../renderer/markdown/Markdown.tsx';
import type { Session } from '../../renderer/state/session.ts';
import { cite } from '../support/cite.ts';
import { joinSession, snapshotFixture } from '../support/scriptedHost.ts';
import { staticMarkup } from '../support/staticMarkup.tsx';
import { hostileMarkdown } from './hostile.ts';

let session: Session;
beforeAll(() => {
  session = joinSession({ snapshot: snapshotFixture() }).session;
});

const html = (text: string): string => staticMarkup(session, <Markdown text={text} />);

const harmlessTags = new Set(
  'div p a em strong del code pre span ul ol li input blockquote h1 h2 h3 h4 h5 h6 hr br section table thead tbody tr th td button svg path rect line polyline circle sup'.split(
    ' ',
  ),
);
const harmlessAttributes = new Set(
  'class href target rel title tabindex type disabled checked start style aria-label aria-hidden data-state xmlns width height viewBox fill stroke stroke-width stroke-linecap stroke-linejoin d x y rx ry cx cy r points x1 x2 y1 y2'.split(
    ' ',
  ),
);

/** Every tag and attribute of the markup, judged by a list of what is harmless. */
function problems(markup: string): string[] {
  const found: string[] = [];
  for (const [, name = '', rest = ''] of markup.matchAll(
    /<([a-zA-Z][^\s/>]*)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*\/?>/g,
  )) {
    if (!harmlessTags.has(name)) found.push(`<${name}>`);
    for (const [, attribute = '', value = ''] of rest.matchAll(/([^\s=]+)(?:="([^"]*)")?/g)) {
      if (!harmlessAttributes.has(attribute)) found.push(`${name} ${attribute}`);
      if (attribute === 'href' && !/^(?:https?:\/\/[^/]|mailto:)/.test(value)) found.push(`href ${value}`);
      if (attribute === 'style' && /url|expression|@import/i.test(value)) found.push(`style ${value}`);
    }
    if (name === 'a' && !/target="_blank"/.test(rest)) found.push('a link that would open in place');
    if (name === 'a' && !/rel="noopener noreferrer"/.test(rest)) found.push('a link without rel');
  }
  return found;
}

describe('what a reply can do to the page', () => {
  test('the judge of this test sees what it is there to see', () => {
    expect(problems('<img src="x">')).toEqual(['<img>', 'img src']);
    expect(problems('<a href="javascript:1" target="_blank" rel="noopener noreferrer">')).toHaveLength(1);
    expect(problems('<p onclick="x">')).toEqual(['p onclick']);
  });

  for (const text of hostileMarkdown) {
    test(
      cite(['SEC-4', 'UI-4'], `nothing loads, runs or navigates, at every beginning of ${JSON.stringify(text)}`),
      () => {
        for (let end = 1; end <= text.length; end++) expect(problems(html(text.slice(0, end)))).toEqual([]);
      },
    );
  }

  test(cite('SEC-4', 'an image is a link with its words, and raw HTML is letters'), () => {
    expect(html('![a cat](https://example.com/cat.png)')).toContain('>a cat</a>');
    expect(html('<b>x</b>')).toContain('&lt;b&gt;x&lt;/b&gt;');
  });

  test(cite('UI-4', 'tables, task lists, code, references and footnotes are all there'), () => {
    const shown = html(
      '| a |\n| - |\n| 1 |\n\n- [x] done\n\n`c`\n\n[r]\n\n[r]: https://example.com\n\nn[^1]\n\n[^1]: the note',
    );
    for (const part of ['<table>', 'type="checkbox"', '<code>c</code>', 'href="https://example.com/"', 'the note']) {
      expect(shown).toContain(part);
    }
  });
});
