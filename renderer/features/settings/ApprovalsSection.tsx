// What is done without asking: in new chats, by rules, and which folders are trusted.

import { ShieldAlert } from 'lucide-react';
import { approvalModes } from '../../../shared/permission.ts';
import { useApp } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { RulesList } from './rules/RulesList.tsx';
import { TrustedFolders } from './TrustedFolders.tsx';
import { useSetting } from './useSetting.ts';

export function ApprovalsSection() {
  const mode = useApp((snapshot) => snapshot.settings.approvalMode);
  const { error, change } = useSetting();
  const choices = approvalModes.map((value) => ({
    value,
    label: strings.chat.approval[value].label,
    hint: strings.chat.approval[value].hint,
    ...(value === 'all' ? { warning: ShieldAlert } : {}),
  }));
  return (
    <div className="grid grid-cols-1 gap-6">
      <p className="text-ink-2 text-ui">{strings.settings.approvals.intro}</p>
      <ChoiceList
        label={strings.settings.sections.approvals}
        value={mode}
        choices={choices}
        onChange={(approvalMode) => void change({ approvalMode })}
      />
      {error && (
        <p className="text-fail text-ui" role="alert">
          {error}
        </p>
      )}
      <RulesList />
      <TrustedFolders />
    </div>
  );
}
