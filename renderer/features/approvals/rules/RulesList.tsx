// The user's rules: subject, scope, origin and last use. Each can be removed, with undo, and new ones can be created
// manually.

import { useState } from 'react';
import type { RuleInfo } from '../../../../shared/features/approvals/ruleMethods.ts';
import { lateStrings } from '../../../core/lateStrings.ts';
import { useActions, useSession } from '../../../core/state/context.tsx';
import { useFetchedList } from '../../../core/state/useFetchedList.ts';
import { strings } from '../../../core/strings.ts';
import { FilterRow } from '../../../ui/FilterRow.tsx';
import { AddButton, ErrorLine, rowsClasses, useOpenerFocus } from '../../../ui/ListPage.tsx';
import { PublishItemButton } from '../../sharing/items/PublishItemButton.tsx';
import { RuleForm } from './RuleForm.tsx';
import { RuleRow } from './RuleRow.tsx';

const words = lateStrings.approvals.rules;
const manyRules = 6;

export function RulesList() {
  const { value: rules, error } = useFetchedList('rules');
  const [adding, setAdding] = useState(false);
  const page = useOpenerFocus(adding ? 'new' : null);
  const takeBack = useTakeBack();
  return (
    <section ref={page} aria-label={words.title} className="text-ui">
      <h4 className="font-strong">{words.title}</h4>
      <p className="mt-1 mb-2 text-ink-2">{words.intro}</p>
      <ErrorLine error={error && strings.sentences.beside([words.failed, error.message])} className="mb-2" />
      {rules === null && !error && <p className="text-ink-3">{words.loading}</p>}
      {rules?.length === 0 && !adding && <p className="text-ink-3">{words.empty}</p>}
      {rules && rules.length > 0 && <Rules rules={rules} onRemove={takeBack} />}
      {adding ? (
        <RuleForm onDone={() => setAdding(false)} />
      ) : (
        <div className="mt-3 flex flex-wrap items-center gap-2">
          <AddButton onClick={() => setAdding(true)}>{words.add}</AddButton>
          {rules?.some(isPublished) && <PublishItemButton kind="rules" name="rules" />}
        </div>
      )}
    </section>
  );
}

function Rules({ rules, onRemove }: { rules: readonly RuleInfo[]; onRemove: (rule: RuleInfo) => Promise<void> }) {
  const [typed, setTyped] = useState('');
  const visibleRules = rules.filter((rule) => fits(rule, typed));
  return (
    <>
      {rules.length > manyRules && (
        <FilterRow
          label={words.search}
          text={typed}
          onText={setTyped}
          isFiltered={typed.trim() !== ''}
          left={{ shown: visibleRules.length, of: rules.length }}
          onClear={() => setTyped('')}
          className="mb-2"
        />
      )}
      {visibleRules.length === 0 && <p className="text-ink-3">{words.noneFound}</p>}
      <ul aria-label={words.list} className={rowsClasses}>
        {visibleRules.map((rule) => (
          <RuleRow key={rule.rule.id} rule={rule} onRemove={onRemove} />
        ))}
      </ul>
    </>
  );
}

/** Others use only rules that deny or ask everywhere. */
function isPublished({ rule: { effect, origin, scope } }: RuleInfo): boolean {
  return effect !== 'allow' && scope.type === 'always' && origin.type !== 'team';
}

function fits({ rule, what, where }: RuleInfo, typed: string): boolean {
  const text = `${words.effects[rule.effect]} ${what} ${where}`.toLocaleLowerCase();
  return typed
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function useTakeBack(): (rule: RuleInfo) => Promise<void> {
  const { toasts } = useSession();
  const { call, report } = useActions();
  return async ({ rule }) => {
    const removed = await call('permission.remove', { ruleId: rule.id });
    if (!removed.ok) return report(removed.error);
    const { effect, match, scope } = rule;
    const undo = async (): Promise<void> => {
      const added = await call('permission.add', { effect, match, scope });
      if (!added.ok) report(added.error);
    };
    const action = { label: words.undo, isUndo: true, run: () => void undo() };
    toasts.show({ tone: 'info', message: words.removed, action });
  };
}
