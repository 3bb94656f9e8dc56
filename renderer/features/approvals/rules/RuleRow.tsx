// A rule in readable form.

import { useState } from 'react';
import type { RuleInfo } from '../../../../shared/features/approvals/ruleMethods.ts';
import type { PermissionRule } from '../../../../shared/permission/permission.ts';
import { formatFullTime, formatTime } from '../../../core/format/time.ts';
import { lateStrings } from '../../../core/lateStrings.ts';
import { useActions, useApp, useSession } from '../../../core/state/context.tsx';
import { strings, timeLocale } from '../../../core/strings.ts';
import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { RuleText } from '../../../ui/RuleText.tsx';
import { VisibleText } from '../../../ui/VisibleText.tsx';
import { visibleText } from '../../../ui/visibleText.ts';

const words = lateStrings.approvals.rules;

const tones: Record<PermissionRule['effect'], string> = {
  allow: 'text-ink',
  ask: 'text-ink-2',
  deny: 'text-fail',
};

export function RuleRow({ rule: shown, onRemove }: { rule: RuleInfo; onRemove: (rule: RuleInfo) => Promise<void> }) {
  const { rule } = shown;
  const what = strings.sentences.sentence(strings.sentences.rule(rule.match));
  const where = useWhere(rule);
  const [busy, setBusy] = useState(false);
  async function remove(): Promise<void> {
    setBusy(true);
    await onRemove(shown);
    setBusy(false);
  }
  return (
    <li className="flex items-start gap-4 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">
          <span className={classes('font-strong', tones[rule.effect])}>{words.effects[rule.effect]}</span>
          {': '}
          <RuleText text={what} />
        </p>
        <p className="wrap-anywhere text-ink-2">
          <VisibleText text={where} />
        </p>
        <p className="wrap-anywhere mt-0.5 text-ink-3 text-small">
          <Origin rule={rule} /> · <When at={rule.createdAt} say={words.made} />
          {' · '}
          {rule.lastUsedAt === null ? words.unused : <When at={rule.lastUsedAt} say={words.used} />}
        </p>
      </div>
      {rule.origin.type !== 'team' && (
        <Button
          size="small"
          disabled={busy}
          aria-label={words.removeOf(strings.sentences.pair(words.effects[rule.effect], visibleText(what)))}
          onClick={() => void remove()}
        >
          {words.remove}
        </Button>
      )}
    </li>
  );
}

function When({ at, say }: { at: string; say: (when: string) => string }) {
  return (
    <time dateTime={at} title={formatFullTime(at, timeLocale)}>
      {say(formatTime(at, Date.now(), timeLocale, strings.ui.time))}
    </time>
  );
}

/** Where it applies, with current names. */
function useWhere({ scope }: PermissionRule): string {
  return useApp(({ projects, conversations }) => {
    if (scope.type === 'always') return words.where.always;
    if (scope.type === 'project') {
      const project = projects.find((candidate) => candidate.id === scope.projectId);
      return project ? words.where.project(project.name) : words.where.projectGone;
    }
    const row = conversations.find((candidate) => candidate.id === scope.conversationId);
    return row ? words.where.conversation(row.title || strings.sidebar.untitled) : words.where.conversationGone;
  });
}

function Origin({ rule: { origin } }: { rule: PermissionRule }) {
  const { view } = useSession();
  const actions = useActions();
  const id = origin.type === 'answer' ? origin.conversationId : null;
  const row = useApp((snapshot) => snapshot.conversations.find((candidate) => candidate.id === id));
  if (origin.type === 'team') return words.fromTeam(visibleText(origin.team), visibleText(origin.author));
  if (id === null) return words.fromSettings;
  if (!row) return words.fromGone;
  const title = row.title || strings.sidebar.untitled;
  return (
    <>
      {words.fromAnswer}
      {strings.sentences.gap(words.fromAnswer)}
      <button
        type="button"
        aria-label={words.showConversation(title)}
        className="rounded-s text-accent underline underline-offset-2 hover:text-accent-hover"
        onClick={() => {
          view.setState({ dialog: null });
          actions.show(id);
        }}
      >
        “<VisibleText text={title} />”
      </button>
    </>
  );
}
