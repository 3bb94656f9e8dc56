// A preset in the list: its summary, its file and its actions.

import { Copy, Download, Ellipsis, FolderOpen, Layers2, Pencil, Share2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Preset } from '../../../shared/features/presets/preset.ts';
import { useApp, useChatProject, useSession } from '../../core/state/context.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { OpenRow } from '../../ui/ListPage.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { PublishItemDialog, useHasTeam } from '../sharing/items/PublishItemButton.tsx';
import { sharingWords } from '../sharing/words.ts';
import { choosePreset } from './choosePreset.ts';
import { usePresetActions } from './usePresetActions.ts';
import { presetWords } from './words.ts';

const words = presetWords.page;

export function PresetRow({ preset, onOpen }: { preset: Preset; onOpen: () => void }) {
  const session = useSession();
  const project = useChatProject();
  const host = useApp((snapshot) => snapshot.host);
  const { duplicate, save, copyPath, reveal, remove } = usePresetActions(preset, project?.id ?? null);
  const name = visibleText(preset.name);
  const ofTeam = preset.ref.scope === 'team';
  const hasTeam = useHasTeam();
  const [isPublishing, setPublishing] = useState(false);
  return (
    <li className="flex items-start gap-1" data-preset={preset.ref.id}>
      <OpenRow icon={Layers2} hasMenu opens={`${preset.ref.scope}/${preset.ref.id}`} onClick={onOpen}>
        <span className="wrap-anywhere block font-strong">
          <VisibleText text={preset.name} />
        </span>
        {preset.description && (
          <span className="wrap-anywhere block text-ink-2">
            <VisibleText text={preset.description} />
          </span>
        )}
        <span className="block truncate font-mono text-code text-ink-3" title={preset.place}>
          <VisibleText text={preset.origin.label} />
        </span>
      </OpenRow>
      <Menu align="end" trigger={<IconButton icon={Ellipsis} label={words.actions(name)} className="mt-1.5" />}>
        <MenuItem
          icon={Layers2}
          label={words.use}
          onSelect={() => {
            session.view.setState({ dialog: null });
            void choosePreset(session, preset);
          }}
        />
        {!ofTeam && <MenuItem moves icon={Pencil} label={words.edit} onSelect={onOpen} />}
        <MenuItem icon={Copy} label={words.duplicate} onSelect={() => void duplicate()} />
        {preset.ref.scope === 'personal' && hasTeam && (
          <MenuItem icon={Share2} label={sharingWords.publish.entry} onSelect={() => setPublishing(true)} />
        )}
        <MenuSeparator />
        <MenuItem icon={Download} label={words.save} onSelect={() => void save()} />
        {host === 'desktop' && <MenuItem icon={FolderOpen} label={words.reveal} onSelect={() => void reveal()} />}
        <MenuItem icon={Copy} label={words.copyPath} onSelect={() => void copyPath()} />
        {!ofTeam && (
          <>
            <MenuSeparator />
            <MenuItem icon={Trash2} tone="danger" label={words.remove} onSelect={() => void remove()} />
          </>
        )}
      </Menu>
      {isPublishing && (
        <PublishItemDialog item={{ kind: 'preset', name: preset.ref.id }} onClose={() => setPublishing(false)} />
      )}
    </li>
  );
}
