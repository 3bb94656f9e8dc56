// File actions for a preset. Reports errors; deleting can be undone.

import type { Preset } from '../../../shared/features/presets/preset.ts';
import { useSession } from '../../core/state/context.tsx';
import { copyText } from '../../core/state/copyText.ts';
import { strings } from '../../core/strings.ts';
import { saveFile } from '../../ui/saveFile.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { presetWords } from './words.ts';

const words = presetWords.page;
const maxNameLength = 80;

export function usePresetActions({ ref, name, place }: Preset, projectId: string | null) {
  const { actions, toasts } = useSession();

  async function restore(undo: string): Promise<void> {
    const answer = await actions.call('preset.restore', { undo });
    if (!answer.ok) actions.report(answer.error);
    else if (answer.value.preset === null) toasts.show({ tone: 'error', message: words.notRestored });
  }

  return {
    async duplicate(): Promise<void> {
      const copy = words.copyOf(name).slice(0, maxNameLength);
      const answer = await actions.call('preset.duplicate', { projectId, ref, name: copy });
      if (!answer.ok) actions.report(answer.error);
    },
    async save(): Promise<void> {
      const answer = await actions.call('preset.text', { projectId, ref });
      if (answer.ok) saveFile(answer.value.name, [answer.value.text]);
      else actions.report(answer.error);
    },
    copyPath: (): Promise<unknown> => copyText(place, actions),
    async reveal(): Promise<void> {
      const answer = await actions.call('preset.reveal', { projectId, ref });
      if (!answer.ok) actions.report(answer.error);
    },
    async remove(): Promise<void> {
      const answer = await actions.call('preset.remove', { projectId, ref });
      if (!answer.ok) return actions.report(answer.error);
      const { undo } = answer.value;
      toasts.show({
        tone: 'info',
        message: words.removed(visibleText(name)),
        action: { label: strings.sidebar.undo, isUndo: true, run: () => void restore(undo) },
      });
    },
  };
}
