// The arguments of a call by name. What is not an object, or nested so deeply that its indent alone would fill the
// memory, is shown as the model sent it.

import { parseArguments } from '../../../shared/toolInfo.ts';
import { PlainText } from '../../markdown/PlainText.tsx';
import { strings } from '../../strings.ts';
import { isJson } from './callLine.ts';
import { TextView } from './results/TextView.tsx';

const deepest = 100;

/** How deep brackets stand in one another, at most: those inside of strings count too. */
function nesting(text: string): number {
  let depth = 0;
  let most = 0;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (letter === '[' || letter === '{') most = Math.max(most, ++depth);
    else if (letter === ']' || letter === '}') depth--;
  }
  return most;
}

export function ArgumentsView({ text }: { text: string }) {
  const entries = nesting(text) > deepest ? [] : Object.entries(parseArguments(text));
  if (entries.length === 0) {
    return (
      <>
        {!isJson(text) && <p className="px-3 pt-2.5 text-fail text-ui">{strings.calls.badArguments}</p>}
        <TextView text={text} />
      </>
    );
  }
  return (
    <dl className="px-3 py-2.5">
      {entries.map(([name, value]) => {
        const shown = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
        const long = shown.includes('\n') || shown.length > 80;
        return (
          <div key={name} className={long ? 'py-1' : 'flex gap-3 py-0.5'}>
            <dt className="min-w-20 shrink-0 text-ink-3 text-small leading-5">{name}</dt>
            <dd className="wrap-anywhere min-w-0 whitespace-pre-wrap font-mono text-code">
              <PlainText text={shown} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
