// Menu below the composer to choose, change or remove the chat's preset. Hidden if there are no presets. A deleted preset is
// named, but blocks nothing.

import { Layers2, Plus, Settings2 } from 'lucide-react';
import { Fragment, useEffect } from 'react';
import { modelKey } from '../../../shared/features/models/modelInfo.ts';
import {
  emptyPreset,
  isSamePreset,
  type Preset,
  type PresetFields,
  type PresetRef,
} from '../../../shared/features/presets/preset.ts';
import { useKeys } from '../../core/commands/shortcuts.ts';
import { approvalModeOf, defaultModel } from '../../core/state/choices.ts';
import { useApp, useChatProject, useConversationView, useSession, useView } from '../../core/state/context.tsx';
import type { Session } from '../../core/state/session.ts';
import { useFetchedList } from '../../core/state/useFetchedList.ts';
import { strings } from '../../core/strings.ts';
import { classes } from '../../ui/classes.ts';
import { focusComposer } from '../../ui/focus.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { Menu, MenuChoice, MenuHeading, MenuItem, MenuSeparator } from '../../ui/Menu.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { choosePreset, choosePresetForNewChat } from './choosePreset.ts';
import { presetWords } from './words.ts';

const words = presetWords;
const maxDigits = 9;

export function PresetMenu({ look }: { look: (tone: string) => string }) {
  const session = useSession();
  const project = useChatProject();
  const { value } = useFetchedList('presets', `${project?.id ?? ''} ${project?.trusted ?? ''}`);
  const presets = value?.presets ?? null;
  const ref = useChosen(presets);
  const chosen = presets?.find((preset) => isSamePreset(preset.ref, ref)) ?? null;
  if (presets === null || (presets.length === 0 && ref === null)) return null;
  const isGone = ref !== null && chosen === null;
  const name = ref === null ? words.none : visibleText(chosen?.name ?? ref.id);
  const hint = isGone ? words.gone(name) : strings.sentences.pair(words.label, name);
  return (
    <Menu
      side="top"
      digits
      className="max-w-[min(420px,calc(100vw-16px))]"
      onChosen={focusComposer}
      trigger={
        <button
          type="button"
          data-control="preset"
          aria-label={hint}
          title={hint}
          onPointerDown={() => void session.lists.presets.reload()}
          className={classes(look(ref === null || isGone ? 'text-ink-3' : 'text-ink-2'), 'shrink')}
        >
          <Layers2 className="size-4 shrink-0" strokeWidth={1.75} aria-hidden />
          {ref !== null && (
            <span className={classes('max-w-20 truncate @min-[44rem]/foot:max-w-36', isGone && 'line-through')}>
              {name}
            </span>
          )}
        </button>
      }
    >
      <Choices presets={presets} current={ref} missingName={isGone ? name : null} />
    </Menu>
  );
}

interface ChoicesProps {
  presets: readonly Preset[];
  current: PresetRef | null;
  missingName: string | null;
}

function Choices({ presets, current, missingName }: ChoicesProps) {
  const session = useSession();
  const { view } = session;
  const keys = useKeys('preset.choose');
  const project = useChatProject();
  // The scope is only shown if some are shared.
  const isShared = presets[0]?.ref.scope === 'project';
  return (
    <>
      <div className="flex items-baseline justify-between gap-3 pr-2">
        <MenuHeading>{words.label}</MenuHeading>
        {keys && <Kbd keys={keys} />}
      </div>
      {missingName !== null && (
        <p className="px-2 pb-1.5 text-ink-2 text-small">
          <VisibleText text={words.gone(missingName)} />
        </p>
      )}
      {presets.map((preset, at) => (
        <Fragment key={`${preset.ref.scope}/${preset.ref.id}`}>
          {isShared && preset.ref.scope !== presets[at - 1]?.ref.scope && (
            <MenuHeading>
              {preset.ref.scope === 'project'
                ? words.page.project(visibleText(project?.name ?? ''))
                : words.page.personal}
            </MenuHeading>
          )}
          <MenuChoice
            label={visibleText(preset.name)}
            hint={visibleText(preset.description) || undefined}
            chosen={isSamePreset(preset.ref, current)}
            {...(at < maxDigits ? { digit: at + 1 } : {})}
            onSelect={() => void choosePreset(session, preset)}
          />
        </Fragment>
      ))}
      <MenuSeparator />
      <MenuChoice label={words.none} chosen={current === null} onSelect={() => void choosePreset(session, null)} />
      <MenuSeparator />
      <MenuItem
        moves
        icon={Plus}
        label={words.saveChoices}
        onSelect={() => {
          const fields = currentChoices(session, presets);
          view.setState({ dialog: { type: 'settings', section: 'presets', preset: { type: 'new', fields } } });
        }}
      />
      <MenuItem
        moves
        icon={Settings2}
        label={words.manage}
        onSelect={() => view.setState({ dialog: { type: 'settings', section: 'presets' } })}
      />
    </>
  );
}

/** The chat's preset; for a new chat, the default from the settings. */
function useChosen(presets: readonly Preset[] | null): PresetRef | null {
  const session = useSession();
  const own = useConversationView(({ id, state }) => (id === null ? undefined : (state?.preset ?? null)));
  const forNew = useView((view) => view.newChat.preset);
  const standard = useApp((snapshot) => snapshot.settings.preset);
  useEffect(() => {
    if (own !== undefined || forNew !== undefined || standard === null || !presets) return;
    const preset = presets.find(({ ref }) => ref.scope === 'personal' && ref.id === standard);
    if (preset) choosePresetForNewChat(session, preset);
  }, [session, own, forNew, standard, presets]);
  if (own !== undefined) return own;
  if (forNew !== undefined) return forNew;
  return standard === null ? null : { scope: 'personal', id: standard };
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
