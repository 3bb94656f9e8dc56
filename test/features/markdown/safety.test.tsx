import { describe, expect, test } from 'vitest';
import { hostileMarkdown } from '../../renderer/hostile.ts';
import { problems } from '../../renderer/markupJudge.ts';
import { cite } from '../../support/cite.ts';
import { openMarkdown } from '../../support/drawMarkdown.tsx';
import { sample } from '../../support/volume.ts';

const { html } = await openMarkdown();

describe('what a reply can do to the page', () => {
  test('the checks of this test detect what they look for', () => {
    expect(problems('<img src="x">')).toEqual(['<img>', 'img src']);
    expect(problems('<a href="javascript:1" target="_blank" rel="noopener noreferrer">')).toHaveLength(1);
    expect(problems('<p onclick="x">')).toEqual(['p onclick']);
  });

  for (const text of sample(10, hostileMarkdown)) {
    test(
      cite(['SEC-4', 'UI-4'], `nothing loads, runs or navigates, at every prefix of ${JSON.stringify(text)}`),
      () => {
        for (let end = 1; end <= text.length; end++) expect(problems(html(text.slice(0, end)))).toEqual([]);
      },
    );
  }

  test(cite('SEC-4', 'a link whose text is another address shows where it leads'), () => {
    expect(html('[https://bank.example.com](https://evil.example/a)')).toContain('evil.example)');
    expect(html('[bank](https://bank.example.com@evil.example/)')).toContain('evil.example)');
    expect(html('[apple.com](https://xn--80ak6aa92e.com/)')).toContain('xn--80ak6aa92e.com)');
    expect(html('[\u202emoc.elgoog](https://evil.example)')).toContain('evil.example)');
    expect(html('[example.com](https://www.example.com/a)')).not.toContain('link-place');
  });

  test(cite('SEC-4', 'an image is a link with its text, and raw HTML is text'), () => {
    expect(html('![a cat](https://example.com/cat.png)')).toContain('>a cat</a>');
    expect(html('<b>x</b>')).toContain('&lt;b&gt;x&lt;/b&gt;');
  });

  test(cite('UI-4', 'tables, task lists, code, references and footnotes are all there'), () => {
    const shown = html(
      '| a |\n| - |\n| 1 |\n\n- [x] done\n\n`c`\n\n[r]\n\n[r]: https://example.com\n\nn[^1]\n\n[^1]: the note',
    );
    for (const part of [
      '<table>',
      'role="img" aria-label="Done"',
      '<code>c</code>',
      'href="https://example.com/"',
      'the note',
      'data-note="1"',
      '<sup data-note-name="1"><button',
    ]) {
      expect(shown).toContain(part);
    }
  });

  test(cite('UI-4', 'a reference to a missing footnote is not a button, however it is missing'), () => {
    for (const text of [
      'a[^2]',
      'a[^2]\n\n[^1]: b',
      'a[^2]\n\n> [^2]: b',
      'a[^2]\n\n```\n[^2]: b\n```',
      '[^1]: b\n  [^2]: c\n\na[^2]',
    ]) {
      const [, after = ''] = html(text).split('data-note-name="2"');
      expect([text, after.slice(0, 10)]).toEqual([text, '>[2]</sup>']);
    }
    for (const text of ['a[^2]\n\n[^2]: b', '[^2]:\n    b\n\na[^2]', '[^1]: b\n[^2]: c\n\na[^2]']) {
      expect(html(text)).toContain('data-note-name="2"><button');
    }
  });
});
