// An input method receives Enter, the arrows and Escape during composition: nothing in the window reacts to them.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReactElement, KeyboardEvent as ReactKeyboardEvent, ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import { FindField } from '../../renderer/ui/FindField.tsx';
import { isComposing, keepOpenOnEscape } from '../../renderer/ui/isComposing.ts';
import { cite } from '../support/cite.ts';

const folder = new URL('../../renderer', import.meta.url).pathname;

async function sources(): Promise<{ name: string; text: string }[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.tsx?$/.test(name));
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })));
}

interface HasKeys {
  children?: ReactNode;
  onKeyDown?: (event: ReactKeyboardEvent) => void;
}

function keysOf(node: ReactNode): HasKeys['onKeyDown'] {
  if (Array.isArray(node)) return node.map(keysOf).find(Boolean);
  const props = (node as ReactElement<HasKeys> | null)?.props;
  return props?.onKeyDown ?? (props?.children === undefined ? undefined : keysOf(props.children));
}

describe('during composition', () => {
  test.each([
    [{ keyCode: 13, isComposing: true }, true],
    [{ keyCode: 13, isComposing: false }, false],
    [{ keyCode: 229, isComposing: false }, true],
    [{ keyCode: 27, nativeEvent: { isComposing: true } }, true],
    [{ keyCode: 229, nativeEvent: { isComposing: false } }, true],
    [{ keyCode: 27, nativeEvent: { isComposing: false } }, false],
  ])('%o: %s', (event, composes) => expect(isComposing(event)).toBe(composes));

  test.each([229, 13])(
    "Enter goes to the next match only if the press is not the input method's (key code %i)",
    (keyCode) => {
      const steps: number[] = [];
      const props = { label: 'Find', text: '', status: '', onText: () => {} };
      const press = keysOf(FindField({ ...props, onStep: (by) => steps.push(by) }));
      const event = {
        key: 'Enter',
        keyCode,
        shiftKey: false,
        nativeEvent: { isComposing: false },
        preventDefault() {},
      };
      press?.(event as unknown as ReactKeyboardEvent);
      expect(steps).toEqual(keyCode === 229 ? [] : [1]);
    },
  );

  test('Escape closes no layer', () => {
    let kept = 0;
    const event = (keyCode: number) => ({ keyCode, isComposing: false, preventDefault: () => kept++ });
    keepOpenOnEscape(event(27) as unknown as KeyboardEvent);
    expect(kept).toBe(0);
    keepOpenOnEscape(event(229) as unknown as KeyboardEvent);
    expect(kept).toBe(1);
  });

  test(cite('UI-9', 'every layer that Escape closes checks whether the press is its own'), async () => {
    for (const { name, text } of await sources()) {
      const layers = text.match(/<(Alert)?Dialog\.Content\b/g)?.length ?? 0;
      const asks = text.match(/onEscapeKeyDown=\{keepOpenOnEscape\}/g)?.length ?? 0;
      expect(asks, name).toBe(layers);
    }
  });

  test(cite('UI-9', 'every field that handles Enter or Escape checks it, too, and in the same way'), async () => {
    const found = await sources();
    const silent: string[] = [];
    for (const { name, text } of found) {
      if (name === 'ui/isComposing.ts') continue;
      expect(text, name).not.toMatch(/keyCode === 229|nativeEvent\.isComposing/);
      // A box that only reacts while focused itself receives nothing from its fields.
      if (text.includes('event.target !== element')) continue;
      const isField = /<(TextInput|input|textarea)\b/.test(text);
      const acts = /\bevent\.key [!=]==? '(Enter|Escape|ArrowDown)'/.test(text);
      if (isField && acts && !/\bisComposing\(event\)/.test(text)) silent.push(name);
    }
    expect(silent).toEqual([]);
    expect(found.filter(({ text }) => /\bisComposing\(event\)/.test(text)).length).toBeGreaterThan(15);
  });
});
