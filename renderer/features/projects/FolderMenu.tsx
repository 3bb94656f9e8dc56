// Menu for the chat's folder. A chat keeps its folder; choosing another one starts a new chat there.

import { Folder, FolderOpen, FolderX, GitBranch } from 'lucide-react';
import { lazyPart } from '../../core/parts/lazyPart.tsx';
import { projectOf } from '../../core/state/choices.ts';
import { useActions, useApp, useChatProject, useConversation, useView } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { classes } from '../../ui/classes.ts';
import { focusComposer } from '../../ui/focus.ts';
import { footerLabelClass, footerPartClass } from '../../ui/footerPartClass.ts';
import { Menu, MenuChoice, MenuHeading, MenuItem, MenuSeparator } from '../../ui/Menu.tsx';
import { visibleText } from '../../ui/visibleText.ts';

const words = strings.chat;

const WorktreePart = lazyPart(async () => (await import('../worktrees/WorktreeEntries.tsx')).WorktreeEntries);

const RepositoryPart = lazyPart(async () => (await import('./RepositoryEntries.tsx')).RepositoryEntries);

export function FolderMenu() {
  const projects = useApp((snapshot) => snapshot.projects);
  const begun = useConversation(() => true) ?? false;
  const actions = useActions();
  const project = useChatProject();
  const folder = project?.folder ?? null;
  const worktree = useConversation((state) => state.worktree) ?? null;
  const wantsWorktree = useView(({ newChat }) => newChat.worktree !== undefined) && !begun;
  const folderName = project && folder !== null ? visibleText(project.name) : words.folderNone;
  const name = worktree ? `${folderName} · ${visibleText(worktree.branch)}` : folderName;
  const isMissing = project !== null && folder !== null && !project.folderExists;
  const Icon = folder === null ? Folder : isMissing ? FolderX : worktree || wantsWorktree ? GitBranch : FolderOpen;
  const fixed = begun && folder !== null;
  const label = strings.sentences.pair(words.folder, name);
  return (
    <Menu
      side="top"
      onChosen={focusComposer}
      trigger={
        <button
          type="button"
          data-control="folder"
          aria-label={label}
          title={
            isMissing
              ? strings.sidebar.folderMissing
              : worktree
                ? `${worktree.path}\n${worktree.branch}`
                : (folder ?? label)
          }
          className={footerPartClass(isMissing ? 'text-wait' : 'text-ink-2', true)}
        >
          <Icon className="size-4 shrink-0" strokeWidth={1.75} aria-hidden />
          <span className={classes(footerLabelClass, 'max-w-32 @min-[44rem]/foot:max-w-40')}>
            {worktree ? visibleText(worktree.branch.replace('throughline/', '')) : name}
          </span>
        </button>
      }
    >
      {fixed && (
        <MenuHeading>
          {isMissing ? strings.sidebar.folderMissing : words.folderFixed}
          <span className="wrap-anywhere block text-ink-2">{visibleText(worktree?.path ?? folder)}</span>
        </MenuHeading>
      )}
      {fixed && <MenuSeparator />}
      {folder !== null && !isMissing && <WorktreePart />}
      {project?.related && <RepositoryPart />}
      {fixed && <MenuHeading>{words.folderOther}</MenuHeading>}
      {begun && !fixed && <MenuHeading>{words.folderGive}</MenuHeading>}
      {!begun && (
        <MenuChoice label={words.folderNone} chosen={folder === null} onSelect={() => void actions.takeProject(null)} />
      )}
      {projects
        .filter(
          (candidate) =>
            candidate.folder !== null &&
            candidate.folderExists &&
            projectOf({ projects }, candidate.id) === candidate &&
            !(fixed && candidate.id === project?.id),
        )
        .map((candidate) => (
          <MenuChoice
            key={candidate.id}
            label={candidate.name}
            hint={candidate.folder ?? undefined}
            chosen={candidate.id === project?.id}
            onSelect={() => (fixed ? actions.newChat(candidate.id) : void actions.takeProject(candidate))}
          />
        ))}
      <MenuItem
        icon={FolderOpen}
        label={strings.sidebar.openFolder}
        onSelect={() => void (begun ? actions.openFolder() : actions.chooseFolder())}
      />
    </Menu>
  );
}
