import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { callLine } from '../../renderer/core/calls/callLine.ts';
import { lastLine, lastLines } from '../../renderer/features/results/numberedLines.ts';
import { visibleParts, visibleText } from '../../renderer/ui/visibleText.ts';
import { cite } from '../support/cite.ts';

describe('text in which nothing hides', () => {
  const hidden = {
    'right-to-left override': '\u202e',
    'zero-width space': '\u200b',
    'zero-width joiner': '\u200d',
    isolate: '\u2066',
    'Arabic letter mark': '\u061c',
    'soft hyphen': '\u00ad',
    'byte order mark': '\ufeff',
    'no-break space': '\u00a0',
    'ideographic space': '\u3000',
    'Hangul filler': '\u3164',
    'blank Braille': '\u2800',
    'variation selector': '\ufe0f',
    'line separator': '\u2028',
    'carriage return': '\r',
    escape: '\u001b',
    backspace: '\b',
    'next line': '\u0085',
    'lone surrogate': '\ud800',
    'private use': '\ue000',
    noncharacter: '\ufffe',
    'tag letter': '\u{e0061}',
    'annotation anchor': '\ufff9',
  };
  for (const [name, character] of Object.entries(hidden)) {
    test(cite('APPROVE-1', `${name} is shown by its code`), () => {
      const code = (character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0');
      expect(visibleText(`rm${character} -rf`)).toBe(`rm⟨U+${code}⟩ -rf`);
    });
  }

  test(cite('APPROVE-1', 'visible characters are shown unchanged, in every script'), () => {
    const text = 'npm test && echo "a\tb"\n第二行 – ñ é ß ع א 한 ❯ ✓ €';
    expect(visibleParts(text)).toEqual([{ text, marked: false }]);
  });

  test(cite('APPROVE-1', 'the unmarked parts are the text without the marked ones, for any text'), () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const parts = visibleParts(text);
        const shown = parts.map((part) => part.text).join('');
        expect(visibleText(shown)).toBe(shown);
        const kept = parts.filter((part) => !part.marked).map((part) => part.text);
        let at = 0;
        for (const part of kept) {
          at = text.indexOf(part, at);
          expect(at).toBeGreaterThanOrEqual(0);
          at += part.length;
        }
      }),
    );
  });

  test(cite('APPROVE-1', "neither a call's line nor its last output can reorder letters"), () => {
    const call = { name: 'run_command', arguments: JSON.stringify({ command: 'sh \u202e# fine' }) };
    expect(callLine(call, 'waiting')).toBe('Run sh ⟨U+202E⟩# fine');
    expect(lastLines('one\n\n\u001b[31mtwo\u001b[0m\nthree\r\n', 2)).toEqual(['two', 'three']);
    expect(lastLine('one\n\u001b[31mtwo\u202e\u001b[0m\n\n')).toBe('two⟨U+202E⟩');
  });

  test(cite('UI-1', 'a line says that something was done only if it was'), () => {
    const write = { name: 'write_file', arguments: '{"path":"a.md"}' };
    expect(callLine(write, 'running')).toBe('Write a.md');
    expect(callLine(write, 'ok')).toBe('Wrote a.md');
    expect(callLine(write, 'error')).toBe('Write a.md');
    expect(callLine(write, 'denied')).toBe('Write a.md');
    expect(callLine({ name: 'run_command', arguments: '{"command":"make"}' }, 'error')).toBe('Ran make');
    expect(callLine({ name: 'read_file', arguments: '{"path": "a' }, 'error')).toBe(
      'Call read_file with unreadable arguments',
    );
  });
});
