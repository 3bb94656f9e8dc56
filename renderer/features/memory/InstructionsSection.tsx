// Global instructions and the memory switch. Saves on blur and two seconds after the last key press.

import { MessageSquareText } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { SettingsPage } from '../../core/feature.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useApp, useSession } from '../../core/state/context.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field, TextArea } from '../../ui/Field.tsx';
import { CheckboxSetting } from '../settings/SettingFields.tsx';
import { useSetting } from '../settings/useSetting.ts';
import { memoryWords } from './words.ts';

const words = lateStrings.settings.instructions;
const longest = 20_000;
const pause = 2000;

function InstructionsSection() {
  const saved = useApp((snapshot) => snapshot.settings.instructions);
  const { view } = useSession();
  const { error, change } = useSetting();
  const [text, setText] = useState(saved);
  const [done, setDone] = useState(false);
  const tooLong = text.length > longest;
  const save = async (): Promise<void> => {
    if (text === saved || tooLong) return;
    setDone(await change({ instructions: text }));
  };
  const latest = useRef(save);
  latest.current = save;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change restarts the delay
  useEffect(() => {
    const timer = setTimeout(() => void latest.current(), pause);
    return () => clearTimeout(timer);
  }, [text]);
  useEffect(() => () => void latest.current(), []);
  return (
    <div>
      <Field label={words.label} hint={words.hint} error={tooLong ? words.tooLong : error}>
        {(ids) => (
          <TextArea
            {...ids}
            rows={12}
            placeholder={words.placeholder}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setDone(false);
            }}
            onBlur={() => void save()}
          />
        )}
      </Field>
      <p className="mt-1 h-4 text-ink-3 text-small" role="status">
        {done ? words.saved : ''}
      </p>
      <div className="grid gap-3 pt-4">
        <CheckboxSetting name="memory" label={words.memory} hint={words.memoryHint} />
        <CheckboxSetting name="otherInstructions" label={words.otherFiles} hint={words.otherFilesHint} />
        <p className="text-ink-3 text-ui">{words.others}</p>
        <div>
          <Button onClick={() => view.setState({ dialog: { type: 'told' } })}>{memoryWords.title}</Button>
        </div>
      </div>
    </div>
  );
}

export const instructionsPage: SettingsPage = {
  icon: MessageSquareText,
  words: lateStrings.settings.instructions,
  Section: InstructionsSection,
};
