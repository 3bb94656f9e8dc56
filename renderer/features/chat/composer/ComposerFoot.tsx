// Below the composer, in small: the folder that the chat works in. What is done without asking stands in the bar at the top.

import { Folder, FolderOpen, FolderX } from 'lucide-react';
import { useActions, useApp, useChatProject, useConversation } from '../../../core/state/context.tsx';
import { strings } from '../../../core/strings.ts';
import { focusComposer } from '../../../ui/focus.ts';
import { Menu, MenuChoice, MenuHeading, MenuItem, MenuLine } from '../../../ui/Menu.tsx';
import { Tip } from '../../../ui/Tip.tsx';

export function ComposerFoot({ hint }: { hint: string | null }) {
  return (
    <div className="flex h-7 items-center gap-1 pt-1 text-ink-3 text-small">
      <FolderPart />
      <span className="ml-auto hidden truncate narrow:inline" role="status">
        {hint ?? strings.chat.enterHint}
      </span>
    </div>
  );
}

const part = 'flex min-w-0 items-center gap-1.5 rounded-s px-1.5 py-0.5 hover:bg-hover hover:text-ink';

function FolderPart() {
  const snapshot = useApp((now) => now);
  const state = useConversation((now) => now);
  const actions = useActions();
  const project = useChatProject();
  const name = project?.folder ? project.name : strings.chat.folderNone;
  const Icon = !project?.folder ? Folder : project.folderExists ? FolderOpen : FolderX;
  const label = (
    <>
      <Icon className="size-3.5 shrink-0" strokeWidth={1.75} aria-hidden />
      <span className="truncate">{name}</span>
    </>
  );
  if (state && project?.folder) {
    const tip = project.folderExists
      ? strings.sentences.beside([strings.chat.folderFixed, project.folder])
      : strings.sidebar.folderMissing;
    return (
      <Tip label={tip}>
        <span className="flex min-w-0 items-center gap-1.5 px-1.5 py-0.5">{label}</span>
      </Tip>
    );
  }
  return (
    <Menu
      side="top"
      onChosen={focusComposer}
      trigger={
        <button type="button" className={part} aria-label={strings.sentences.pair(strings.chat.folder, name)}>
          {label}
        </button>
      }
    >
      {state && <MenuHeading>{strings.chat.folderGive}</MenuHeading>}
      {!state && (
        <MenuChoice
          label={strings.chat.folderNone}
          chosen={!project?.folder}
          onSelect={() => void actions.takeProject(null)}
        />
      )}
      {snapshot.projects
        .filter((known) => known.folder !== null && known.folderExists)
        .map((known) => (
          <MenuChoice
            key={known.id}
            label={known.name}
            hint={known.folder ?? undefined}
            chosen={known.id === project?.id}
            onSelect={() => void actions.takeProject(known)}
          />
        ))}
      <MenuLine />
      <MenuItem icon={FolderOpen} label={strings.sidebar.openFolder} onSelect={() => void actions.chooseFolder()} />
    </Menu>
  );
}
