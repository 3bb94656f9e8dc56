// Light, dark, or as the system has it.

import { useApp } from '../state/context.tsx';
import { strings } from '../strings.ts';
import { ChoiceList } from './ChoiceList.tsx';
import { useSetting } from './useSetting.ts';

const words = strings.settings.appearance;
const choices = [
  { value: 'system', label: words.system },
  { value: 'light', label: words.light },
  { value: 'dark', label: words.dark },
] as const;

export function AppearanceSection() {
  const theme = useApp((snapshot) => snapshot.settings.theme);
  const { change } = useSetting();
  return (
    <div className="max-w-100">
      <ChoiceList
        label={words.theme}
        value={theme}
        choices={choices}
        onChange={(next) => void change({ theme: next })}
      />
    </div>
  );
}
