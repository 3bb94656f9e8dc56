// The first screen: a two-sentence introduction, a button that starts the demo, and the user's own setup: a model (a local
// server or a provider with a key) and a folder.

import { FolderOpen, Play, Server } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { LocalServer } from '../../../shared/features/models/modelInfo.ts';
import type { ProjectInfo } from '../../../shared/features/projects/methods.ts';
import { lazyPart, loadWhenIdle } from '../../core/parts/lazyPart.tsx';
import { defaultProject, projectOf } from '../../core/state/choices.ts';
import { useActions, useApp, useView } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { useLocalServers } from '../models/useLocalServers.ts';
import { Examples, useExample } from './Examples.tsx';
import { StartChoice } from './StartRow.tsx';

const words = strings.start;

const AddProvider = lazyPart(async () => (await import('../models/AddProvider.tsx')).AddProvider);

const LocalServerChoice = lazyPart(async () => (await import('./LocalServerChoice.tsx')).LocalServerChoice);

const StartAgents = lazyPart(async () => (await import('./StartAgents.tsx')).StartAgents);

export function FirstRun() {
  /** A server: its form; otherwise the picker. */
  const [adding, setAdding] = useState<LocalServer | 'any' | null>(null);
  const example = useExample();
  const [isIdle, setIdle] = useState(false);
  // Asking for the agents waits, too: it looks through PATH.
  useEffect(() => loadWhenIdle([AddProvider, { load: async () => setIdle(true) }]), []);
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
          {isIdle && <StartAgents />}
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
