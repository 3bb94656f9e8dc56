// Font size of text or of code: in steps, or as a number.

import { Minus, Plus, RotateCcw } from 'lucide-react';
import { letterSizes } from '../../../shared/features/theme/appearance.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useApp } from '../../core/state/context.tsx';
import { Field, TextInput } from '../../ui/Field.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { useNumberField } from '../settings/useNumberField.ts';
import { useSetting } from '../settings/useSetting.ts';

const words = lateStrings.settings.appearance;
const step = 0.5;

interface LetterSizeProps {
  name: keyof typeof letterSizes;
  label: string;
  hint: (from: string, to: string) => string;
}

export function LetterSize({ name, label, hint }: LetterSizeProps) {
  const { from, to, usual } = letterSizes[name];
  const bounds = [String(from), String(to)] as const;
  const saved = useApp((snapshot) => snapshot.settings[name]);
  const { change } = useSetting();
  const bad = words.sizeBad(...bounds);
  const { error, input } = useNumberField({
    saved,
    from,
    to,
    halves: true,
    bad,
    toPatch: (size) => ({ [name]: size }),
  });
  const go = (size: number): void => void change({ [name]: Math.min(to, Math.max(from, size)) });
  const bare = label.replace(/\s*[(（].*$/, '');
  return (
    <Field label={label} hint={hint(...bounds)} error={error}>
      {(ids) => (
        <span className="flex items-center gap-1">
          <IconButton icon={Minus} label={words.sizeDown(bare)} onClick={() => go(saved - step)} />
          <TextInput {...ids} {...input} className="tabular max-w-16 text-center" />
          <IconButton icon={Plus} label={words.sizeUp(bare)} onClick={() => go(saved + step)} />
          {saved !== usual && <IconButton icon={RotateCcw} label={words.sizeUsual(bare)} onClick={() => go(usual)} />}
        </span>
      )}
    </Field>
  );
}
