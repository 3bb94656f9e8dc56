// The current branch; its menu switches to another or creates one.

import { GitBranch as BranchIcon, Plus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { GitBranch, GitState } from '../../../shared/features/git/git.ts';
import { useSession } from '../../core/state/context.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextInput } from '../../ui/Field.tsx';
import { FormActions } from '../../ui/FormActions.tsx';
import { isComposing } from '../../ui/isComposing.ts';
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../../ui/Menu.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import type { GitActs } from './useGit.ts';
import { gitWords } from './words.ts';

const labels = gitWords.branch;
const maxListed = 40;

export function BranchMenu({ state, acts }: { state: GitState; acts: GitActs }) {
  const { actions } = useSession();
  const [list, setList] = useState<{ branches: GitBranch[]; count: number } | null>(null);
  const [newName, setNewName] = useState<string | null>(null);
  const name = state.branch ?? (state.head === null ? gitWords.noCommit : gitWords.detached(state.head.slice(0, 8)));

  const open = async (): Promise<void> => {
    const answer = await actions.call('git.branches', acts.place);
    if (answer.ok) setList(answer.value);
    else actions.report(answer.error);
  };
  const go = async (branch: string, create: boolean): Promise<void> => {
    const done = await acts.run(actions.call('git.switch', { ...acts.place, branch, create }));
    if (done === null) return;
    setNewName(null);
    actions.say(labels.switched(branch));
  };
  if (newName !== null) {
    const submit = (event: FormEvent): void => {
      event.preventDefault();
      void go(newName.trim(), true);
    };
    return (
      <form onSubmit={submit} className="flex min-w-0 flex-1 items-center gap-2">
        <TextInput
          autoFocus
          aria-label={labels.name}
          placeholder={labels.name}
          value={newName}
          onChange={({ target }) => setNewName(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || isComposing(event)) return;
            event.stopPropagation();
            setNewName(null);
          }}
        />
        <FormActions size="small" onCancel={() => setNewName(null)} className="shrink-0">
          <Button size="small" tone="primary" type="submit" disabled={acts.blocked || newName.trim() === ''}>
            {labels.createIt}
          </Button>
        </FormActions>
      </form>
    );
  }
  const branches = list?.branches ?? [];
  const rest = (list?.count ?? 0) - Math.min(branches.length, maxListed);
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={labels.menu(name)}
          disabled={acts.blocked}
          onPointerDown={() => void open()}
          onKeyDown={({ key }) => {
            if (['Enter', ' ', 'ArrowDown'].includes(key)) void open();
          }}
          className="-ml-1 flex h-7 min-w-0 items-center gap-1.5 rounded-m px-1.5 font-strong text-ui enabled:hover:bg-hover"
        >
          <BranchIcon className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} aria-hidden />
          <span className="truncate">
            <VisibleText text={name} />
          </span>
        </button>
      }
    >
      <MenuItem icon={Plus} label={labels.create} moves onSelect={() => setNewName('')} />
      {branches.length > 0 && <MenuSeparator />}
      {branches.slice(0, maxListed).map((branch) => (
        <MenuChoice
          key={branch.name}
          label={branch.name}
          {...(branch.inUse ? { hint: labels.inUse } : {})}
          chosen={branch.current}
          onSelect={() => {
            if (!branch.current) void go(branch.name, false);
          }}
        />
      ))}
      {rest > 0 && <p className="px-2 py-1 text-ink-3 text-small">{labels.more(rest)}</p>}
    </Menu>
  );
}
