// The commands, skills, presets, instructions and rules of a team: whose each is, and whether it is in use.

import { useState } from 'react';
import type { TeamItem } from '../../../../shared/features/sharing/items.ts';
import { formatTime } from '../../../core/format/time.ts';
import { strings, timeLocale } from '../../../core/strings.ts';
import { AddButton, ErrorLine, ItemGroup, OpenRow } from '../../../ui/ListPage.tsx';
import { useNow } from '../../../ui/useNow.ts';
import { visibleText } from '../../../ui/visibleText.ts';
import { sharingWords } from '../words.ts';
import { ItemMark, ItemTitle, itemIcons } from './ItemMarks.tsx';
import { PublishItemDialog } from './PublishItemButton.tsx';

const texts = sharingWords.items;

interface ItemsListProps {
  team: string;
  teamName: string;
  items: readonly TeamItem[] | null;
  error: string | null;
  onOpen: (item: TeamItem) => void;
}

export function ItemsList({ team, teamName, items, error, onOpen }: ItemsListProps) {
  const now = useNow(30_000);
  const [isPublishing, setPublishing] = useState(false);
  const rows = items?.filter((item) => item.team === team) ?? [];
  return (
    <div className="grid grid-cols-1 gap-2">
      <ItemGroup title={texts.title} hint={rows.length === 0 ? texts.none : texts.hint}>
        {rows.map((item) => (
          <li key={item.id} data-item={`${item.kind} ${item.name}`}>
            <OpenRow
              icon={itemIcons[item.kind]}
              iconLabel={texts.kinds[item.kind]}
              opens={item.id}
              state={<ItemMark state={item.state} />}
              onClick={() => onOpen(item)}
            >
              <span className="wrap-anywhere block">
                <ItemTitle item={item} />
              </span>
              <span className="wrap-anywhere tabular block text-ink-3 text-small">
                {strings.sentences.row([
                  item.state === 'mine' ? texts.you : visibleText(item.author),
                  texts.version(item.version),
                  formatTime(item.at, now, timeLocale, strings.ui.time),
                ])}
              </span>
            </OpenRow>
          </li>
        ))}
      </ItemGroup>
      <AddButton
        size="small"
        opens={`publish ${team}`}
        className="justify-self-start"
        onClick={() => setPublishing(true)}
      >
        {texts.publish}
      </AddButton>
      <ErrorLine error={error} small />
      {isPublishing && <PublishItemDialog team={team} teamName={teamName} onClose={() => setPublishing(false)} />}
    </div>
  );
}
