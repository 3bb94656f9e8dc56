// Entries of the folder menu: which other projects of the same repository are shown as one with the chat's.

import { FolderGit2, FolderSymlink } from 'lucide-react';
import { useChatProject } from '../../core/state/context.tsx';
import { MenuItem, MenuSeparator } from '../../ui/Menu.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { useRelation } from './useRelation.ts';
import { projectWords } from './words.ts';

export function RepositoryEntries() {
  const project = useChatProject();
  const relation = useRelation(project?.id ?? '');
  return (
    <>
      {project?.related?.map(({ id, name, folder, relation: now }) => {
        const isJoined = now === 'joined';
        return (
          <MenuItem
            key={id}
            icon={isJoined ? FolderGit2 : FolderSymlink}
            label={(isJoined ? projectWords.split : projectWords.joinWith)(visibleText(name))}
            hint={folder === null ? projectWords.hereToo : visibleText(folder)}
            onSelect={() => void relation.set(id, isJoined ? 'separate' : 'join')}
          />
        );
      })}
      <MenuSeparator />
    </>
  );
}
