// Form fields for the model, its parameters and the approval mode. Each can be left as the conversation has it.

import { useEffect, useState } from 'react';
import { efforts } from '../../../shared/features/models/optionBounds.ts';
import { approvalModes } from '../../../shared/permission/rule.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useActions, useApp } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { SelectField, TextField } from '../../ui/FormFields.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import type { DraftErrors, PresetDraft } from './presetDraft.ts';
import { presetWords } from './words.ts';

const words = presetWords.form;
const { unchanged } = words;

interface ModelFieldsProps {
  draft: PresetDraft;
  errors: DraftErrors;
  onChange: (change: Partial<PresetDraft>) => void;
}

export function ModelFields({ draft, errors, onChange }: ModelFieldsProps) {
  const providers = useApp((snapshot) => snapshot.providers);
  const listed = useListed(draft.provider);
  const isKnown = draft.provider === '' || providers.some(({ id }) => id === draft.provider);
  const nameOf = ({ id, name, origin }: (typeof providers)[number]): readonly [string, string] => [
    id,
    origin === 'demo' ? strings.chat.demoBadge : visibleText(name),
  ];
  const approval =
    draft.approvalMode === 'all'
      ? words.approvalAll
      : draft.scope === 'project' && draft.approvalMode !== ''
        ? words.approvalFolder
        : draft.approvalMode === ''
          ? undefined
          : strings.chat.approval[draft.approvalMode].hint;
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] gap-4">
      <SelectField
        label={words.provider}
        value={draft.provider}
        choices={[
          ['', unchanged],
          ...providers.map(nameOf),
          ...(isKnown ? [] : [[draft.provider, visibleText(draft.provider)] as const]),
        ]}
        onChange={(provider) => {
          const usual = providers.find(({ id }) => id === provider)?.defaultModel?.model ?? '';
          onChange({ provider, model: provider === '' ? '' : usual });
        }}
      />
      <TextField
        label={words.model}
        error={errors.model}
        suggestions={listed.map((id) => [id])}
        maxLength={300}
        disabled={draft.provider === ''}
        placeholder={draft.provider === '' ? unchanged : ''}
        value={draft.model}
        onChange={(model) => onChange({ model })}
      />
      <SelectField
        label={words.effort}
        value={draft.effort}
        choices={[
          ['', unchanged],
          ...efforts.map((effort) => [effort, lateStrings.modelMenu.efforts[effort].label] as const),
        ]}
        onChange={(effort) => onChange({ effort })}
      />
      <TextField
        label={words.temperature}
        error={errors.temperature}
        inputMode="decimal"
        autoComplete="off"
        placeholder={unchanged}
        value={draft.temperature}
        onChange={(temperature) => onChange({ temperature })}
      />
      <TextField
        label={words.most}
        error={errors.maxOutputTokens}
        inputMode="numeric"
        autoComplete="off"
        placeholder={unchanged}
        value={draft.maxOutputTokens}
        onChange={(maxOutputTokens) => onChange({ maxOutputTokens })}
      />
      <SelectField
        label={words.thinking}
        value={draft.showThinking}
        choices={[
          ['', unchanged],
          ['on', words.thinkingOn],
          ['off', words.thinkingOff],
        ]}
        onChange={(showThinking) => onChange({ showThinking })}
      />
      <SelectField
        label={words.search}
        value={draft.providerSearch}
        choices={[
          ['', unchanged],
          ['on', words.searchOn],
          ['off', words.searchOff],
        ]}
        onChange={(providerSearch) => onChange({ providerSearch })}
      />
      <SelectField
        label={words.approval}
        hint={approval}
        value={draft.approvalMode}
        choices={[['', unchanged], ...approvalModes.map((mode) => [mode, strings.chat.approval[mode].name] as const)]}
        onChange={(approvalMode) => onChange({ approvalMode })}
      />
    </div>
  );
}

/** Model names listed by the provider; empty until it answers. */
function useListed(provider: string): readonly string[] {
  const { call } = useActions();
  const [listed, setListed] = useState<readonly string[]>([]);
  useEffect(() => {
    setListed([]);
    if (provider === '') return;
    const controller = new AbortController();
    void call('provider.models', { provider }, controller.signal).then((answer) => {
      if (!controller.signal.aborted && answer.ok) setListed(answer.value.models.map(({ id }) => id));
    });
    return () => controller.abort();
  }, [provider, call]);
  return listed;
}
