// Button and menu for model options, next to the model: summarizes the choices and marks any that are not sent as
// chosen.

import { SlidersHorizontal, TriangleAlert } from 'lucide-react';
import type { ModelOptions, OptionDeviations } from '../../../shared/features/models/modelOptions.ts';
import { lazyPart, type PartOf } from '../../core/parts/lazyPart.tsx';
import { strings } from '../../core/strings.ts';
import { FooterPopover } from './FooterPopover.tsx';
import type { OptionsForm } from './OptionsForm.tsx';
import { useChatModel } from './useChatModel.ts';
import { useSentOptions } from './useSentOptions.ts';

const words = strings.modelOptions;

const nothingElse: OptionDeviations = { left: [], instead: {} };

export const OptionsFormPart: PartOf<typeof OptionsForm> = lazyPart(
  async () => (await import('./OptionsForm.tsx')).OptionsForm,
);

export function OptionsMenu() {
  const { model, isDemo, options } = useChatModel();
  const answer = useSentOptions(model, options, Object.keys(options).length > 0);
  const sent = answer?.ok ? answer.value.sent : nothingElse;
  const optionTexts = chosenWords(options, sent);
  const differs = sent.left.length > 0 || Object.keys(sent.instead).length > 0;
  const hint =
    optionTexts.length === 0 ? words.label : strings.sentences.pair(words.label, strings.sentences.list(optionTexts));
  if (model === null) return null;
  return (
    <FooterPopover
      name="options"
      label={words.label}
      hint={differs ? strings.sentences.beside([hint, words.differs]) : hint}
      button={
        <>
          {differs ? (
            <TriangleAlert className="size-4 shrink-0 text-wait" strokeWidth={1.75} aria-hidden />
          ) : (
            <SlidersHorizontal className="size-4 shrink-0" strokeWidth={1.75} aria-hidden />
          )}
          {optionTexts.length > 0 && (
            <span className="hidden max-w-28 truncate @min-[34rem]/foot:inline @min-[46rem]/foot:max-w-40">
              {optionTexts.length > 1 ? words.andMore(optionTexts[0] ?? '', optionTexts.length - 1) : optionTexts[0]}
            </span>
          )}
        </>
      }
    >
      {(close) => <OptionsFormPart model={model} isDemo={isDemo} options={options} onDone={() => close(true)} />}
    </FooterPopover>
  );
}

/** Summary of the choices, effort first; shows the sent value where it differs. */
function chosenWords(options: ModelOptions, { left, instead }: OptionDeviations): string[] {
  const { effort, temperature, maxOutputTokens, showThinking, providerSearch } = { ...options, ...instead };
  return [
    effort === undefined || left.includes('effort') ? '' : words.efforts[effort].short,
    temperature === undefined || left.includes('temperature') ? '' : words.temperatureOf(temperature),
    maxOutputTokens === undefined ? '' : words.mostOf(maxOutputTokens),
    showThinking === false ? words.thinkingOff : '',
    providerSearch === true ? words.searchOn : '',
  ].filter(Boolean);
}
