// The first screen: what this is in two sentences, who answers, where it works, and something to try.

import { FolderOpen, ScrollText, Server } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ProjectInfo } from '../../../shared/contract/resources.ts';
import { defaultProject, projectOf } from '../../state/choices.ts';
import { useActions, useApp, useView } from '../../state/context.tsx';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/Button.tsx';
import { Mark } from '../../ui/Mark.tsx';
import { Examples } from './Examples.tsx';
import { ServerForm } from './ServerForm.tsx';

const words = strings.start;

export function FirstRun() {
  const [connecting, setConnecting] = useState(false);
  const actions = useActions();
  const hasFolder = useFolder() !== null;
  // The demo shows what tools do, and they need a folder.
  const tryDemo = async (): Promise<void> => {
    if (hasFolder || (await actions.chooseFolder())) await actions.send(words.examples[0]);
  };
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex min-h-full max-w-[728px] flex-col justify-center px-6 py-8">
        <div className="flex items-center gap-3">
          <Mark className="size-7 text-accent" />
          <h2 className="text-display">{words.title}</h2>
        </div>
        <div className="mt-3 max-w-[66ch] space-y-2 text-ink-2 text-prose">
          {words.about.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>

        <div className="mt-6 divide-y divide-line border-line border-y">
          <Choice icon={ScrollText} title={words.demoTitle} body={words.demoBody}>
            <Button tone="primary" onClick={() => void tryDemo()}>
              {words.demoTry}
            </Button>
          </Choice>
          <div>
            <Choice icon={Server} title={words.serverTitle} body={words.serverBody}>
              {!connecting && <Button onClick={() => setConnecting(true)}>{words.serverConnect}</Button>}
            </Choice>
            {connecting && (
              <div className="pb-5 pl-8">
                <ServerForm provider={null} askModel onDone={() => setConnecting(false)} />
              </div>
            )}
          </div>
          <FolderChoice />
        </div>

        <section className="mt-6">
          <h3 className="mb-1 text-ink-3 text-ui">{words.examplesTitle}</h3>
          <Examples />
        </section>
      </div>
    </div>
  );
}

function Choice({
  icon: Icon,
  title,
  body,
  children,
}: {
  icon: typeof Server;
  title: string;
  body: string;
  children: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
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

function FolderChoice() {
  const actions = useActions();
  const project = useFolder();
  const folder = project?.folder ?? null;
  return (
    <Choice
      icon={FolderOpen}
      title={folder === null ? words.folderTitle : (project?.name ?? '')}
      body={folder ?? words.folderNone}
    >
      <Button onClick={() => void actions.chooseFolder()}>
        {folder === null ? words.folderChoose : words.folderChange}
      </Button>
    </Choice>
  );
}

/** The project that a new chat will work in, when it has a folder. */
function useFolder(): ProjectInfo | null {
  const snapshot = useApp((now) => now);
  const chosen = useView((view) => view.newChat.projectId);
  const project = projectOf(snapshot, chosen === undefined ? defaultProject(snapshot) : chosen);
  return project?.folder ? project : null;
}
