// The plugins' settings: the list, the form that names a package, or a package to install.

import { Puzzle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand/react';
import type { PluginList } from '../../../shared/features/plugins/methods.ts';
import type { PluginInfo, PluginProposal } from '../../../shared/features/plugins/plugin.ts';
import type { SettingsPage } from '../../core/feature.ts';
import { useActions, useApp, useSession, useView } from '../../core/state/context.tsx';
import { createFetchedList } from '../../core/state/fetchedList.ts';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { AddButton, EmptyList, ErrorLine, ItemGroup, ListPage, Problems, useOpenerFocus } from '../../ui/ListPage.tsx';
import { useRequest } from '../../ui/useRequest.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { BundleSettingsPage } from './BundleSettingsPage.tsx';
import { DropZone } from './DropZone.tsx';
import { PluginForm } from './PluginForm.tsx';
import { PluginRow } from './PluginRow.tsx';
import { ProposalPage } from './ProposalPage.tsx';
import { sendBundle } from './sendBundle.ts';
import { pluginWords } from './words.ts';

const labels = pluginWords;
const sample = 'https://github.com/anthropics/skills/tree/main/skills/pdf';

type Page =
  | { type: 'form'; source: string }
  | { type: 'settings'; plugin: PluginInfo; opener: string }
  | { type: 'proposal'; proposal: PluginProposal; opener: string };

function usePlugins() {
  const { connection } = useSession();
  const [list] = useState(() =>
    createFetchedList<PluginList>({
      connection,
      load: () => connection.call('plugins.list', {}),
      isStale: ({ type }) => type === 'plugins.changed',
    }),
  );
  useEffect(() => list.want(), [list]);
  return { ...useStore(list.store), reload: list.reload };
}

function PluginsSection() {
  const { value, error, reload } = usePlugins();
  const [page, setPage] = useState<Page | null>(null);
  const list = useOpenerFocus(page && (page.type === 'form' ? 'new' : page.opener));
  const { call } = useActions();
  const { view } = useSession();
  const request = useRequest<unknown>();
  const hasPicker = useApp((snapshot) => snapshot.host === 'desktop');
  const dropped = useView(({ dialog }) => (dialog?.type === 'settings' && dialog.dropped) || null);
  const show = (proposal: PluginProposal): void => setPage({ type: 'proposal', proposal, opener: 'new' });
  const take = (files: readonly File[]): void => void request.run(sendBundle(call, files), show);
  const choose = async (): Promise<void> => {
    let path: string | null = null;
    await request.run(call('plugins.pick', { what: 'bundle' }), (picked) => {
      path = picked.path;
    });
    if (path !== null) await request.run(call('plugins.look', { source: path, ref: '', path: '' }), show);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each dropped file
  useEffect(() => {
    if (dropped === null) return;
    view.setState({ dialog: { type: 'settings', section: 'plugins' } });
    if (dropped instanceof File) take([dropped]);
  }, [dropped]);
  const close = (): void => {
    setPage(null);
    void reload();
  };
  if (page?.type === 'form') return <PluginForm source={page.source} onProposal={show} onCancel={close} />;
  if (page?.type === 'settings') {
    // Opened again, the form begins with what was saved.
    const done = (): void => void reload().then(() => setPage(null));
    return <BundleSettingsPage plugin={page.plugin} onDone={done} />;
  }
  if (page?.type === 'proposal') return <ProposalPage proposal={page.proposal} onDone={close} />;
  const plugins = value?.plugins ?? [];
  return (
    <DropZone onFiles={take}>
      <ListPage ref={list} intro={labels.intro} error={error?.message} loading={!value && !error && labels.loading}>
        <Problems
          title={labels.problems}
          problems={(value?.problems ?? []).map((text) => ({ text: strings.sentences.host(text) }))}
        />
        {value && plugins.length === 0 && value.problems.length === 0 && (
          <EmptyList
            text={labels.empty}
            hint={labels.emptyHint}
            sample={sample}
            action={labels.example}
            onAction={() => setPage({ type: 'form', source: sample })}
          />
        )}
        {value && plugins.length > 0 && (
          <ItemGroup title={labels.group} hint={labels.groupHint(visibleText(value.folder))}>
            {plugins.map((plugin) => (
              <PluginRow
                key={plugin.id}
                plugin={plugin}
                onProposal={(proposal) => setPage({ type: 'proposal', proposal, opener: plugin.id })}
                onConfigure={() => setPage({ type: 'settings', plugin, opener: `settings ${plugin.id}` })}
                onChanged={() => void reload()}
                onRemoved={() => {
                  list.current?.querySelector<HTMLElement>('[data-opens="new"]')?.focus();
                  void reload();
                }}
              />
            ))}
          </ItemGroup>
        )}
        <div className="flex flex-wrap gap-2">
          <AddButton onClick={() => setPage({ type: 'form', source: '' })}>{labels.add}</AddButton>
          {hasPicker && (
            <Button disabled={request.busy} onClick={() => void choose()}>
              {labels.choose}
            </Button>
          )}
        </div>
        {request.busy && (
          <p role="status" className="text-ink-3">
            {labels.looking}
          </p>
        )}
        <ErrorLine error={request.error} />
      </ListPage>
    </DropZone>
  );
}

export const pluginsPage: SettingsPage = {
  icon: Puzzle,
  words: [labels.intro, labels.add, labels.form, labels.update],
  Section: PluginsSection,
};
