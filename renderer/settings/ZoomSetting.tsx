// The size of everything in the window: by steps, or as a number.

import { Minus, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useApp, useSession } from '../state/context.tsx';
import { changeZoom } from '../state/zoom.ts';
import { strings } from '../strings.ts';
import { Field, TextInput } from '../ui/Field.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { isComposing } from '../ui/isComposing.ts';
import { useSetting } from './useSetting.ts';

const words = strings.settings.appearance;
const [least, most] = [50, 200];

export function ZoomSetting() {
  const session = useSession();
  const saved = useApp((snapshot) => snapshot.settings.zoom);
  const { error, change, refuse } = useSetting();
  const [text, setText] = useState(String(saved));
  useEffect(() => setText(String(saved)), [saved]);
  const save = (): void => {
    const value = Number(text);
    if (value === saved && error === null) return;
    if (!/^\d+$/.test(text.trim()) || value < least || value > most) refuse(words.zoomBad);
    else void change({ zoom: value });
  };
  return (
    <Field label={words.zoom} hint={words.zoomHint} error={error}>
      {(ids) => (
        <span className="flex items-center gap-1">
          <IconButton icon={Minus} label={words.smaller} onClick={() => void changeZoom(session, -1)} />
          <TextInput
            {...ids}
            inputMode="numeric"
            className="tabular max-w-16 text-center"
            value={text}
            onChange={(event) => setText(event.target.value)}
            onBlur={save}
            onKeyDown={(event) => event.key === 'Enter' && !isComposing(event) && save()}
          />
          <IconButton icon={Plus} label={words.larger} onClick={() => void changeZoom(session, 1)} />
        </span>
      )}
    </Field>
  );
}
