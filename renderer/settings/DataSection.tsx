// Where what the person does is kept, and how much of it there is.

import { useId } from 'react';
import { useApp } from '../state/context.tsx';
import { strings } from '../strings.ts';
import { NumberSetting } from './NumberSetting.tsx';
import { SpaceUse } from './SpaceUse.tsx';
import { useSetting } from './useSetting.ts';

const words = strings.settings.data;

export function DataSection() {
  const version = useApp((snapshot) => snapshot.version);
  return (
    <div className="grid max-w-[60ch] grid-cols-1 gap-3 text-ui">
      <p>{words.body}</p>
      <MaskTokens />
      <NumberSetting
        name="resultCapMegabytes"
        label={words.resultCap}
        hint={words.resultCapHint}
        bad={words.resultCapBad}
        from={1}
        to={4096}
      />
      <NumberSetting
        name="undoMegabytes"
        label={words.undoRoom}
        hint={words.undoRoomHint}
        bad={words.undoRoomBad}
        from={1}
        to={1_000_000}
      />
      <section className="mt-2" aria-label={words.space.title}>
        <h4 className="mb-2 font-strong">{words.space.title}</h4>
        <SpaceUse />
      </section>
      <p className="mt-2 text-ink-3">{words.version(version)}</p>
    </div>
  );
}

function MaskTokens() {
  const id = useId();
  const on = useApp((snapshot) => snapshot.settings.maskTokens);
  const { error, change } = useSetting();
  return (
    <div>
      <label htmlFor={id} className="flex items-start gap-3 rounded-l border border-line px-3 py-2.5 hover:bg-hover">
        <input
          id={id}
          type="checkbox"
          className="mt-0.5 size-4 shrink-0 accent-accent"
          checked={on}
          aria-describedby={`${id}-hint`}
          onChange={(event) => void change({ maskTokens: event.target.checked })}
        />
        <span className="min-w-0 flex-1">
          <span className="block">{words.maskTokens}</span>
          <span id={`${id}-hint`} className="block text-ink-3">
            {words.maskTokensHint}
          </span>
        </span>
      </label>
      {error && (
        <p className="mt-1 text-fail text-small" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
