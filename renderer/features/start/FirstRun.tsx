// The first screen: a two-sentence introduction, a button that starts the demo, and the user's own setup: a model (a local
// server or a provider with a key) and a folder.

import { FolderOpen, type LucideIcon, MonitorCheck, Play, Server } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { defaultModel } from '../../../shared/features/models/modelChoice.ts';
import type { LocalServer } from '../../../shared/features/models/modelInfo.ts';
import type { ProjectInfo } from '../../../shared/features/projects/methods.ts';
import { lazyPart, loadWhenIdle } from '../../core/parts/lazyPart.tsx';
import { defaultProject, projectOf } from '../../core/state/choices.ts';
import { useActions, useApp, useView } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { useLocalServers } from '../models/useLocalServers.ts';
import { Examples, useExample } from './Examples.tsx';

const localWords = strings.start.local;

const words = strings.start;

const AddProvider = lazyPart(async () => (await import('../models/AddProvider.tsx')).AddProvider);

export function FirstRun() {
  /** A server: its form; otherwise the picker. */
  const [adding, setAdding] = useState<LocalServer | 'any' | null>(null);
  const example = useExample();
  useEffect(() => loadWhenIdle([AddProvider]), []);
  const servers = useLocalServers();
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex min-h-full max-w-[45.5rem] flex-col justify-center px-4 pt-6 pb-4 narrow:px-6">
        <div className="flex items-center gap-3">
          <Logo className="size-7 text-accent" />
          <h2 className="text-display">{words.title}</h2>
        </div>
        <div className="mt-3 max-w-[66ch] space-y-2 text-ink-2 text-prose">
          {words.about.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>

        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl bg-soft px-4 py-3">
          <p className="min-w-0 flex-1 basis-64 text-ink-2 text-ui">{words.demoBody}</p>
          <Button
            data-try
            tone={adding === null ? 'primary' : 'secondary'}
            onClick={() => example.run(words.examples.look.text, true)}
          >
            <Play className="size-4" strokeWidth={2} aria-hidden />
            {words.demoTry}
          </Button>
        </div>

        <h3 className="mt-5 mb-1 text-ink-3 text-ui">{words.ownTitle}</h3>
        <div className="divide-y divide-line border-line border-y">
          {adding === null &&
            servers.map((server) => <LocalServerChoice key={server.baseUrl} server={server} onForm={setAdding} />)}
          <div>
            <StartChoice icon={Server} title={words.providerTitle} body={words.providerBody}>
              {adding === null && (
                <Button data-connect onClick={() => setAdding('any')}>
                  {words.providerChoose}
                </Button>
              )}
            </StartChoice>
            {adding !== null && (
              <div className="pb-5 narrow:pl-8">
                <AddProvider
                  localServers={servers}
                  {...(adding === 'any' ? {} : { server: adding })}
                  askModel
                  onDone={() => setAdding(null)}
                />
              </div>
            )}
          </div>
          <FolderChoice />
        </div>

        <Examples />
      </div>
    </div>
  );
}

function FolderChoice() {
  const actions = useActions();
  const project = useFolder();
  const folder = project?.folder ?? null;
  return (
    <StartChoice
      icon={FolderOpen}
      title={folder === null ? words.folderTitle : (project?.name ?? '')}
      body={folder ?? words.folderNone}
    >
      <Button onClick={() => void actions.chooseFolder()}>
        {folder === null ? words.folderChoose : words.folderChange}
      </Button>
    </StartChoice>
  );
}

/** The project that a new chat will use, if it has a folder. */
function useFolder(): ProjectInfo | null {
  const snapshot = useApp((now) => now);
  const chosen = useView((view) => view.newChat.projectId);
  const project = projectOf(snapshot, chosen === undefined ? defaultProject(snapshot) : chosen);
  return project?.folder ? project : null;
}

// Offers a local model server that was detected, ready to use with one click.

/** `onForm`: called when the user must provide something first: a key, or a choice of model. */
function LocalServerChoice({ server, onForm }: { server: LocalServer; onForm: (server: LocalServer) => void }) {
  const { call, report } = useActions();
  const [busy, setBusy] = useState(false);
  const model = defaultModel(server.models);
  async function use(): Promise<void> {
    if (model === null || server.needsKey) return onForm(server);
    setBusy(true);
    const { name, kind, baseUrl } = server;
    const saved = await call('provider.save', { id: null, name, kind, baseUrl });
    const used = saved.ok
      ? await call('settings.update', { patch: { model: { provider: saved.value.id, model } } })
      : saved;
    setBusy(false);
    if (!used.ok) report(used.error);
  }
  const listed = server.needsKey
    ? localWords.needsKey
    : localWords.models(server.models.length, visibleText(model ?? ''));
  // llama.cpp silently drops tools if the model's template does not support them.
  const hasNoTools = server.models.find(({ id }) => id === model)?.tools === false;
  const about = hasNoTools ? `${listed} · ${localWords.noTools}` : listed;
  return (
    <StartChoice icon={MonitorCheck} title={localWords.found(server.name)} body={`${server.baseUrl} · ${about}`}>
      <Button disabled={busy} onClick={() => void use()}>
        {localWords.use(server.name)}
      </Button>
    </StartChoice>
  );
}

interface StartChoiceProps {
  icon: LucideIcon;
  title: string;
  body: string;
  children: ReactNode;
}

/** One way to get started: a description and its button. */
function StartChoice({ icon: Icon, title, body, children }: StartChoiceProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
      <div className="flex min-w-64 flex-1 gap-3">
        <Icon className="mt-0.5 size-5 shrink-0 text-ink-3" strokeWidth={1.5} aria-hidden />
        <div className="min-w-0">
          <p className="text-prose">{title}</p>
          <p className="wrap-anywhere text-ink-3 text-ui">{body}</p>
        </div>
      </div>
      {children}
    </div>
  );
}
