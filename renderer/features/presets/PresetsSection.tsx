// Settings page for presets: the list, or the form for one.

import { Layers2 } from 'lucide-react';
import { isSamePreset } from '../../../shared/features/presets/preset.ts';
import type { SettingsPage } from '../../core/feature.ts';
import { useChatProject, useSession, useView } from '../../core/state/context.tsx';
import { useFetchedList } from '../../core/state/useFetchedList.ts';
import { strings } from '../../core/strings.ts';
import { ErrorLine, useOpenerFocus } from '../../ui/ListPage.tsx';
import { PresetForm } from './PresetForm.tsx';
import { PresetsList } from './PresetsList.tsx';
import type { PresetPage } from './presetDraft.ts';
import { presetWords } from './words.ts';

function PresetsSection() {
  const { view } = useSession();
  const project = useChatProject();
  const { value, error } = useFetchedList('presets', `${project?.id ?? ''} ${project?.trusted ?? ''}`);
  const page = useView(({ dialog }) => (dialog?.type === 'settings' && dialog.preset) || null);
  const show = (preset: PresetPage | null): void =>
    view.setState({ dialog: { type: 'settings', section: 'presets', ...(preset ? { preset } : {}) } });
  const opener = page && (page.type === 'edit' ? `${page.ref.scope}/${page.ref.id}` : 'new');
  const list = useOpenerFocus(opener);
  if (error) return <ErrorLine error={error.message} />;
  if (!value) return <p className="text-ink-3 text-ui">{strings.ui.loading}</p>;
  const preset = page?.type === 'edit' ? value.presets.find(({ ref }) => isSamePreset(ref, page.ref)) : undefined;
  const fields = page?.type === 'new' ? page.fields : preset;
  if (fields) {
    return (
      <PresetForm
        key={preset?.ref.id ?? ''}
        preset={preset ?? null}
        fields={fields}
        mayShare={value.mayShare}
        onDone={() => show(null)}
      />
    );
  }
  return <PresetsList ref={list} {...value} onOpen={show} />;
}

export const presetsPage: SettingsPage = { icon: Layers2, words: presetWords.page, Section: PresetsSection };
