// Provider settings: address, protocol, where the key is stored (never the key itself), and whether it responds.

import { Server } from 'lucide-react';
import { useState } from 'react';
import type { SettingsPage } from '../../core/feature.ts';
import { useApp, useView } from '../../core/state/context.tsx';
import { AddButton, ListPage, rowsClasses, useOpenerFocus } from '../../ui/ListPage.tsx';
import { AddProvider } from './AddProvider.tsx';
import { ProviderForm } from './ProviderForm.tsx';
import { ProviderRow } from './ProviderRow.tsx';
import type { FirstProvider } from './useProviderForm.ts';
import { modelWords } from './words.ts';

declare module '../../core/state/viewStore.ts' {
  interface SettingsSubpages {
    /** The provider whose form is open at first. */
    provider?: string;
  }
}

const words = modelWords;

export function ProvidersSection() {
  const providers = useApp((snapshot) => snapshot.providers);
  const [adds, setAdds] = useState(false);
  const opened = useView(({ dialog }) => (dialog?.type === 'settings' && dialog.provider) || null);
  const [editing, setEditing] = useState<string | null>(opened);
  const [first, setFirst] = useState<FirstProvider | null>(null);
  const close = (added?: FirstProvider): void => {
    setAdds(false);
    setEditing(null);
    setFirst(added ?? null);
  };
  const page = useOpenerFocus(adds ? 'new' : editing);
  if (adds) return <AddProvider onDone={close} />;
  return (
    <ListPage ref={page} intro={words.intro}>
      <ul className={rowsClasses}>
        {providers.map((provider) => (
          <li key={provider.id} className="py-3" data-provider={provider.id}>
            <ProviderRow provider={provider} onEdit={() => setEditing(provider.id)} />
            {editing === provider.id && (
              <div className="mt-3">
                <ProviderForm provider={provider} onDone={close} />
              </div>
            )}
          </li>
        ))}
      </ul>
      {first && (
        <p className="text-ink-2" role="status">
          {first.model === null ? words.firstWithout(first.name) : words.first(first.name, first.model)}
        </p>
      )}
      <AddButton onClick={() => setAdds(true)}>{words.add}</AddButton>
    </ListPage>
  );
}

export const providersPage: SettingsPage = { icon: Server, words: modelWords, Section: ProvidersSection };
