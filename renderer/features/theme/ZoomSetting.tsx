// Zoom of the whole window: in steps, or as a number.

import { Minus, Plus } from 'lucide-react';
import { lateStrings } from '../../core/lateStrings.ts';
import { useApp, useSession } from '../../core/state/context.tsx';
import { Field, TextInput } from '../../ui/Field.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { useNumberField } from '../settings/useNumberField.ts';
import { changeZoom } from './zoom.ts';

const words = lateStrings.settings.appearance;
const bounds = { from: 50, to: 200, bad: words.zoomBad };

export function ZoomSetting() {
  const session = useSession();
  const saved = useApp((snapshot) => snapshot.settings.zoom);
  const { error, input } = useNumberField({ saved, ...bounds, toPatch: (zoom) => ({ zoom }) });
  return (
    <Field label={words.zoom} hint={words.zoomHint} error={error}>
      {(ids) => (
        <span className="flex items-center gap-1">
          <IconButton icon={Minus} label={words.smaller} onClick={() => void changeZoom(session, -1)} />
          <TextInput {...ids} {...input} className="tabular max-w-16 text-center" />
          <IconButton icon={Plus} label={words.larger} onClick={() => void changeZoom(session, 1)} />
        </span>
      )}
    </Field>
  );
}
