// Form for model options; each change applies at once. Hides options that the model does not support, and lists earlier
// choices that are therefore not sent.

import { useEffect, useRef } from 'react';
import type { ModelOptions, ModelRef, ModelTakes } from '../../../shared/features/models/modelOptions.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useActions, useConversation, useSession } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { PopoverPage } from '../../ui/PopoverPage.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { memoryWords } from '../memory/words.ts';
import { EffortList } from './EffortList.tsx';
import { OptionCheckbox, OptionNumber } from './OptionFields.tsx';
import { useSentOptions } from './useSentOptions.ts';

const words = lateStrings.modelMenu;

interface OptionsFormProps {
  model: ModelRef;
  isDemo: boolean;
  options: ModelOptions;
  backLabel: string;
  onBack: () => void;
  /** Returns to the message. */
  onDone: () => void;
}

export function OptionsForm({ model, isDemo, options, backLabel, onBack, onDone }: OptionsFormProps) {
  const actions = useActions();
  const { view } = useSession();
  const answer = useSentOptions(model, options);
  const choose = useChoosing(options);
  const running = useConversation((state) => state.run !== null) ?? false;
  if (!answer?.ok) {
    return (
      <PopoverPage title={words.label} {...{ backLabel, onBack }}>
        <p role="status" className="wrap-anywhere p-4 text-ink-2 text-ui">
          {answer ? answer.error.message : strings.ui.loading}
        </p>
      </PopoverPage>
    );
  }
  const takes = answer.value;
  const { abilities } = takes;
  const notes = notesOf(visibleText(model.model), isDemo, running, options, takes);
  return (
    <PopoverPage
      title={words.label}
      {...{ backLabel, onBack }}
      action={
        Object.keys(options).length > 0 && (
          <Button size="small" onClick={() => void actions.chooseModelOptions({})}>
            {words.reset}
          </Button>
        )
      }
    >
      <div className="grid min-h-0 gap-4 overflow-y-auto px-4 py-3">
        {notes.length > 0 && (
          <div role="status" className="grid gap-1 rounded-m bg-soft px-2.5 py-2 text-ink-2 text-small">
            {notes.map((note) => (
              <p key={note} className="wrap-anywhere">
                {note}
              </p>
            ))}
          </div>
        )}
        {/* The demo's script ignores all options. */}
        {!isDemo && (
          <>
            {abilities.efforts.length > 0 && (
              <EffortList
                efforts={abilities.efforts}
                chosen={options.effort}
                onChoose={(effort) => choose({ effort })}
                onDone={onDone}
              />
            )}
            <div className="grid grid-cols-2 gap-3">
              <OptionNumber
                label={words.most}
                hint={words.mostHint(abilities.maxOutputTokens)}
                wrong={words.maxInvalid}
                value={options.maxOutputTokens}
                isValid={(value) => Number.isInteger(value) && value >= 16 && value <= 1_000_000}
                onChange={(maxOutputTokens) => choose({ maxOutputTokens })}
              />
              {abilities.temperature && (
                <OptionNumber
                  label={words.temperature}
                  hint={words.temperatureHint}
                  wrong={words.temperatureWrong}
                  value={options.temperature}
                  isValid={(value) => value >= 0 && value <= 2}
                  onChange={(temperature) => choose({ temperature })}
                />
              )}
            </div>
            {abilities.thinking && (
              <OptionCheckbox
                label={words.thinking}
                hint={words.thinkingHint}
                checked={options.showThinking !== false}
                onChange={(isShown) => choose({ showThinking: isShown ? undefined : false })}
              />
            )}
            {abilities.providerSearch && (
              <OptionCheckbox
                label={words.search}
                hint={words.searchHint}
                checked={options.providerSearch === true}
                onChange={(isOn) => choose({ providerSearch: isOn || undefined })}
              />
            )}
            <p className="text-ink-3 text-small">{words.kept}</p>
          </>
        )}
        <Button
          size="small"
          className="justify-self-start"
          onClick={() => {
            onDone();
            view.setState({ dialog: { type: 'told' } });
          }}
        >
          {memoryWords.title}
        </Button>
      </div>
    </PopoverPage>
  );
}

/** Changes one option, building on choices that the host has not confirmed yet. */
function useChoosing(options: ModelOptions): (change: ModelOptions) => void {
  const actions = useActions();
  const confirmed = useRef(options);
  const latest = useRef(options);
  const underway = useRef(0);
  useEffect(() => {
    confirmed.current = options;
    if (underway.current === 0) latest.current = options;
  }, [options]);
  const choose = async (change: ModelOptions): Promise<void> => {
    const next = Object.entries({ ...latest.current, ...change }).filter(([, value]) => value !== undefined);
    latest.current = Object.fromEntries(next);
    underway.current++;
    await actions.chooseModelOptions(latest.current);
    underway.current--;
    if (underway.current === 0) latest.current = confirmed.current;
  };
  return (change) => void choose(change);
}

function notesOf(
  model: string,
  isDemo: boolean,
  running: boolean,
  { effort }: ModelOptions,
  { abilities, known, sent: { left, instead } }: ModelTakes,
): string[] {
  return [
    isDemo ? words.demo : known ? '' : words.unknown(model),
    left.includes('effort') ? words.leftEffort(model, abilities.efforts.length > 0) : '',
    left.includes('temperature') ? words.leftTemperature(model, abilities.temperature) : '',
    effort && instead.effort
      ? words.otherEffort(model, words.efforts[effort].label, words.efforts[instead.effort].label)
      : '',
    instead.maxOutputTokens ? words.otherMost(model, instead.maxOutputTokens) : '',
    running ? words.running : '',
  ].filter(Boolean);
}
