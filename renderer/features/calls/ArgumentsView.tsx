// A call's arguments as a readable list: by name, multi-line texts as blocks, nested values indented. Shows the raw
// text if it is not an object, or so deep that indentation would exhaust memory.

import { useMemo } from 'react';
import { parseArguments } from '../../../shared/features/tools/toolInfo.ts';
import { isJson } from '../../core/calls/callLine.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { strings } from '../../core/strings.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { PlainText } from '../markdown/PlainText.tsx';
import { TextView } from '../results/TextPane.tsx';

const words = lateStrings.results.arguments;
const deepest = 100;
/** Beyond this depth, JSON is shorter. */
const maxNested = 4;
const maxEntries = 100;

/** Maximum bracket depth, including brackets in strings. */
function nesting(text: string): number {
  let depth = 0;
  let max = 0;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (letter === '[' || letter === '{') max = Math.max(max, ++depth);
    else if (letter === ']' || letter === '}') depth--;
  }
  return max;
}

export function ArgumentsView({ text }: { text: string }) {
  const args = useMemo(() => (nesting(text) > deepest ? {} : parseArguments(text)), [text]);
  if (Object.keys(args).length === 0) {
    return (
      <>
        {!isJson(text) && <p className="px-3 pt-2.5 text-fail text-ui">{strings.calls.badArguments}</p>}
        <TextView text={text} />
      </>
    );
  }
  return (
    <div className="px-3 py-2">
      <Entries value={args} depth={0} />
    </div>
  );
}

function Entries({ value, depth }: { value: object; depth: number }) {
  const all = Object.entries(value);
  return (
    <dl className={depth > 0 ? 'border-line border-l pl-3' : ''}>
      {all.slice(0, maxEntries).map(([name, one]) => {
        const nested = isNested(one, depth);
        const shownText = nested ? '' : textOf(one);
        const block = nested || shownText.includes('\n') || shownText.length > 80;
        return (
          <div key={name} className={block ? 'py-1' : 'flex gap-3 py-0.5'}>
            <dt className="wrap-anywhere max-w-60 min-w-20 shrink-0 text-ink-3 text-small leading-5">
              {visibleText(name)}
            </dt>
            <dd className="wrap-anywhere min-w-0 font-mono text-code">
              {nested ? (
                <Entries value={one as object} depth={depth + 1} />
              ) : (
                <div
                  className={
                    shownText.includes('\n')
                      ? 'mt-0.5 whitespace-pre-wrap rounded-m bg-soft px-2 py-1.5'
                      : 'whitespace-pre-wrap'
                  }
                >
                  <PlainText text={shownText === '' ? '\u200b' : shownText} />
                </div>
              )}
            </dd>
          </div>
        );
      })}
      {all.length > maxEntries && <p className="text-ink-3 text-small">{words.more(all.length - maxEntries)}</p>}
    </dl>
  );
}

function isNested(value: unknown, depth: number): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0 && depth < maxNested;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
}
