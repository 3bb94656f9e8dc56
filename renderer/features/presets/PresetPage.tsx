// Page of the model popover to choose, change or remove the chat's preset. Leads to the settings if there are none.

import { Plus, Settings2 } from 'lucide-react';
import { useEffect } from 'react';
import { modelKey } from '../../../shared/features/models/modelInfo.ts';
import { emptyPreset, isSamePreset, type Preset, type PresetFields } from '../../../shared/features/presets/preset.ts';
import { useKeys } from '../../core/commands/shortcuts.ts';
import { approvalModeOf, defaultModel } from '../../core/state/choices.ts';
import { useChatProject, useSession } from '../../core/state/context.tsx';
import type { Session } from '../../core/state/session.ts';
import type { OpenDialog } from '../../core/state/viewStore.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { PickList, type PickListChoice } from '../../ui/PickList.tsx';
import { PopoverPage, PopoverRow } from '../../ui/PopoverPage.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { useChatPreset } from './ChosenPreset.tsx';
import { choosePreset } from './choosePreset.ts';
import { presetWords as words } from './words.ts';

interface PresetPageProps {
  backLabel: string;
  onBack: () => void;
  /** `true`: something was chosen; the focus returns to the message. */
  onClose: (chosen?: boolean) => void;
}

const idOf = ({ ref }: Pick<Preset, 'ref'>): string => `${ref.scope}/${ref.id}`;

export function PresetPage({ backLabel, onBack, onClose }: PresetPageProps) {
  const session = useSession();
  const { view } = session;
  const keys = useKeys('preset.choose');
  const project = useChatProject();
  const { presets, ref, name, isGone } = useChatPreset();
  const isEmpty = presets?.length === 0 && ref === null;
  const openSettings = (more: Partial<Extract<OpenDialog, { type: 'settings' }>> = {}): void => {
    onClose();
    view.setState({ dialog: { type: 'settings', section: 'presets', ...more } });
  };
  useEffect(() => void session.lists.presets.reload(), [session]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (isEmpty) openSettings();
  }, [isEmpty]);
  if (presets === null || isEmpty) return null;
  const choose = (preset: Preset | null): void => {
    onClose(true);
    void choosePreset(session, preset);
  };
  // The scope is only shown if some are shared.
  const isShared = presets.some(({ ref }) => ref.scope !== 'personal');
  const headingOf = (preset: Preset, before: Preset | undefined): string | undefined => {
    if (!isShared || preset.ref.scope === before?.ref.scope) return undefined;
    if (preset.ref.scope === 'team') return words.page.teams;
    return preset.ref.scope === 'project' ? words.page.project(visibleText(project?.name ?? '')) : words.page.personal;
  };
  const choices: PickListChoice[] = presets.map((preset, at) => ({
    id: idOf(preset),
    label: visibleText(preset.name),
    hint: visibleText(hintOf(preset)) || undefined,
    heading: headingOf(preset, presets[at - 1]),
    onPick: () => choose(preset),
  }));
  const current = presets.find((preset) => isSamePreset(preset.ref, ref));
  return (
    <PopoverPage
      title={words.label}
      {...{ backLabel, onBack }}
      action={
        keys && (
          <span className="pr-1.5">
            <Kbd keys={keys} />
          </span>
        )
      }
    >
      {isGone && (
        <p className="px-3 pt-2 text-ink-2 text-small">
          <VisibleText text={words.gone(name ?? '')} />
        </p>
      )}
      <PickList
        label={words.label}
        chosenId={ref === null ? 'none' : current ? idOf(current) : ''}
        onBack={onBack}
        choices={[...choices, { id: 'none', label: words.none, onPick: () => choose(null) }]}
      />
      <div className="border-line border-t p-1">
        <PopoverRow
          icon={Plus}
          label={words.saveChoices}
          onClick={() => openSettings({ preset: { type: 'new', fields: currentChoices(session, presets) } })}
        />
        <PopoverRow icon={Settings2} label={words.manage} onClick={() => openSettings()} />
      </div>
    </PopoverPage>
  );
}

function hintOf({ ref, origin, description }: Preset): string {
  return ref.scope === 'team' ? [origin.label, description].filter(Boolean).join(' · ') : description;
}

/** Includes the instructions, examples and tools of the current preset. */
function currentChoices(session: Session, presets: readonly Preset[]): PresetFields {
  const { snapshot } = session.app.store.getState();
  const { state } = session.conversation.store.getState();
  const { newChat } = session.view.getState();
  const model = (state ? state.model : newChat.model) ?? (snapshot ? defaultModel(snapshot) : null);
  const ofModel = model && snapshot ? snapshot.settings.modelOptions[modelKey(model)] : undefined;
  const used = presets.find(({ ref }) => isSamePreset(ref, state ? state.preset : (newChat.preset ?? null)));
  return {
    ...emptyPreset,
    model,
    modelOptions: (state ? state.modelOptions : newChat.modelOptions) ?? ofModel ?? {},
    approvalMode: approvalModeOf(session),
    ...(used ? { words: used.words, examples: used.examples, tools: used.tools, servers: used.servers } : {}),
  };
}
