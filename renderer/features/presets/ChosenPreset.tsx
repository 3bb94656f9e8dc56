// The preset of the current or new chat: which one it is, and how the button of the model popover shows it.

import { Layers2 } from 'lucide-react';
import { useEffect } from 'react';
import { isSamePreset, type Preset, type PresetRef } from '../../../shared/features/presets/preset.ts';
import { useApp, useChatProject, useConversationView, useSession, useView } from '../../core/state/context.tsx';
import { useFetchedList } from '../../core/state/useFetchedList.ts';
import { strings } from '../../core/strings.ts';
import { classes } from '../../ui/classes.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { choosePresetForNewChat } from './choosePreset.ts';
import { presetWords as words } from './words.ts';

interface ChatPreset {
  /** Null until loaded. */
  presets: readonly Preset[] | null;
  ref: PresetRef | null;
  /** Null: no preset. */
  name: string | null;
  /** It was deleted. */
  isGone: boolean;
}

export function useChatPreset(): ChatPreset {
  const project = useChatProject();
  const { value } = useFetchedList('presets', `${project?.id ?? ''} ${project?.trusted ?? ''}`);
  const presets = value?.presets ?? null;
  const ref = useChosen(presets);
  const preset = presets?.find((candidate) => isSamePreset(candidate.ref, ref)) ?? null;
  return {
    ...{ presets, ref },
    name: ref === null ? null : visibleText(preset?.name ?? ref.id),
    isGone: presets !== null && ref !== null && preset === null,
  };
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

/** Names a deleted preset, too, which blocks nothing. */
export function ChosenPreset({ id }: { id: string }) {
  const { presets, name, isGone } = useChatPreset();
  if (presets === null || name === null) return null;
  const hint = isGone ? words.gone(name) : strings.sentences.pair(words.label, name);
  return (
    <span id={id} data-chosen-preset={name} title={hint} className="flex min-w-0 items-center gap-1 text-ink-3">
      <Layers2 className="size-4 shrink-0" strokeWidth={1.75} aria-hidden />
      <span className="sr-only">{hint}</span>
      <span
        className={classes('min-w-0 max-w-20 truncate @min-[44rem]/foot:max-w-36', isGone && 'line-through')}
        aria-hidden
      >
        {name}
      </span>
    </span>
  );
}
