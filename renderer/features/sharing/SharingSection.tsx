// Team spaces in the settings: the teams, their members, and setting one up or joining it.

import { Share2 } from 'lucide-react';
import { useState } from 'react';
import type { SettingsPage } from '../../core/feature.ts';
import { Button } from '../../ui/Button.tsx';
import { ListPage, useOpenerFocus } from '../../ui/ListPage.tsx';
import { ItemPage } from './items/ItemPage.tsx';
import { useItems } from './items/useItems.ts';
import { Team } from './Team.tsx';
import { TeamForm } from './TeamForm.tsx';
import { useTeams } from './useTeams.ts';
import { sharingWords as texts } from './words.ts';

function SharingSection() {
  const { teams, error, reload } = useTeams();
  const [form, setForm] = useState<'create' | 'join' | null>(null);
  const { items, error: itemsError } = useItems();
  const [open, setOpen] = useState<string | null>(null);
  const page = useOpenerFocus(form ?? open);
  const item = items?.find(({ id }) => id === open);
  if (item) return <ItemPage item={item} onBack={() => setOpen(null)} />;
  if (form !== null && teams) {
    return (
      <TeamForm
        purpose={form}
        memberName={teams[0]?.memberName ?? ''}
        onDone={() => {
          setForm(null);
          reload();
        }}
      />
    );
  }
  return (
    <ListPage
      ref={page}
      intro={texts.intro}
      hint={texts.encrypted}
      error={error}
      loading={teams === null && error === null && texts.loading}
    >
      {teams?.map((team) => (
        <Team
          key={team.team}
          team={team}
          items={{ items, error: itemsError, onOpen: ({ id }) => setOpen(id) }}
          onChanged={reload}
        />
      ))}
      {teams && (
        <div className="grid grid-cols-2 gap-3 max-[520px]:grid-cols-1">
          {(['create', 'join'] as const).map((purpose) => (
            <div key={purpose} className="grid content-start justify-items-start gap-2.5 rounded-l bg-soft px-4 py-3">
              <p className="text-ink-2">{texts[`${purpose}Hint`]}</p>
              <Button size="small" data-opens={purpose} onClick={() => setForm(purpose)}>
                {texts[purpose]}
              </Button>
            </div>
          ))}
        </div>
      )}
    </ListPage>
  );
}

export const sharingPage: SettingsPage = { icon: Share2, words: texts, Section: SharingSection };
