// Approval settings: the default mode, rules, and trusted folders.

import { ShieldCheck } from 'lucide-react';
import { useId } from 'react';
import type { UserTextData } from '../../../shared/core/sentence.ts';
import type { SettingsPage } from '../../core/feature.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { modeAppearance } from '../../core/modeAppearance.ts';
import { useActions, useApp } from '../../core/state/context.tsx';
import { useFetchedList } from '../../core/state/useFetchedList.ts';
import { useTrust } from '../../core/state/useTrust.ts';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { ErrorLine } from '../../ui/ListPage.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { useSetting } from '../settings/useSetting.ts';
import { RulesList } from './rules/RulesList.tsx';
import { useApprovalModes, useSandbox } from './useSandbox.ts';

function ApprovalsSection() {
  const mode = useApp((snapshot) => snapshot.settings.approvalMode);
  const { error, change } = useSetting();
  const sandbox = useSandbox();
  const rules = useFetchedList('rules');
  const choices = useApprovalModes(mode).map((value) => ({
    value,
    label: strings.chat.approval[value].name,
    hint: strings.chat.approval[value].hint,
    ...modeAppearance[value],
  }));
  return (
    <div className="grid grid-cols-1 gap-6">
      <p className="text-ink-2 text-ui">{lateStrings.settings.approvals.intro}</p>
      <ChoiceList
        label={lateStrings.settings.sections.approvals}
        value={mode}
        choices={choices}
        onChange={(approvalMode) => void change({ approvalMode })}
      />
      <ErrorLine error={error} />
      {sandbox?.available === false && <NoSandbox {...sandbox} />}
      <ProjectDefaults />
      <RulesList />
      {/* Content that loads later above it would shift it under the pointer. */}
      {sandbox !== null && (rules.value !== null || rules.error !== null) && <TrustedFolders />}
    </div>
  );
}

/** Projects with their own default, for removing it. */
function ProjectDefaults() {
  const actions = useActions();
  const projects = useApp((snapshot) => snapshot.projects);
  const own = projects.flatMap(({ id, name, approvalMode }) => (approvalMode ? { id, name, approvalMode } : []));
  if (own.length === 0) return null;
  const labels = lateStrings.settings.approvals;
  return (
    <section aria-label={labels.ofProjects} className="text-ui">
      <h4 className="mb-2 font-strong">{labels.ofProjects}</h4>
      <ul className="divide-y divide-line rounded-l border border-line">
        {own.map(({ id, name, approvalMode }) => {
          const { icon: Icon, tone } = modeAppearance[approvalMode];
          return (
            <li key={id} className="flex items-center gap-3 py-1.5 pr-1.5 pl-3">
              <Icon className={`size-4 shrink-0 ${tone}`} strokeWidth={1.75} aria-hidden />
              <span className="wrap-anywhere min-w-0 flex-1">
                <VisibleText text={name} />
                <span className="block text-ink-3 text-small">{strings.chat.approval[approvalMode].name}</span>
              </span>
              <Button
                size="small"
                tone="ghost"
                aria-label={strings.sentences.pair(labels.useDefault, name)}
                onClick={() => void actions.chooseProjectMode(id, null)}
              >
                {labels.useDefault}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function NoSandbox({ reason, install }: { reason: UserTextData; install: string | null }) {
  const labels = lateStrings.settings.sandbox;
  return (
    <div className="rounded-l border border-line bg-soft px-3 py-2.5 text-ui">
      <p className="font-strong">{labels.none}</p>
      <p className="mt-1 text-ink-2">{strings.sentences.host(reason)}</p>
      {install !== null && (
        <p className="mt-2 flex items-center gap-2">
          <span className="text-ink-2">{labels.install}</span>
          <code className="rounded-m bg-hover px-1.5 py-0.5 font-mono text-code">{install}</code>
          <CopyButton text={install} label={labels.copy} />
        </p>
      )}
    </div>
  );
}

/** Folders and whether their AGENTS.md is trusted; can be granted and revoked. */
const words = lateStrings.settings.trust;

function TrustedFolders() {
  const id = useId();
  const trust = useTrust();
  const projects = useApp((snapshot) => snapshot.projects);
  const folders = projects.filter((project) => project.folder !== null && (project.folderExists || project.trusted));
  if (folders.length === 0) return null;
  return (
    <section aria-label={words.title} className="text-ui">
      <h4 className="font-strong">{words.title}</h4>
      <p className="mt-1 mb-2 text-ink-2">{words.hint}</p>
      <ul className="grid grid-cols-1 gap-1">
        {folders.map((project) => (
          <li key={project.id}>
            <label
              htmlFor={`${id}-${project.id}`}
              className="flex items-center gap-3 rounded-l border border-line px-3 py-2 hover:bg-hover"
            >
              <input
                id={`${id}-${project.id}`}
                type="checkbox"
                className="size-4 shrink-0 accent-accent"
                checked={project.trusted}
                onChange={(event) => void trust.set(project, event.target.checked)}
              />
              <span className="min-w-0 flex-1">
                <span className="block truncate">
                  <VisibleText text={project.name} />
                </span>
                <span className="block truncate text-ink-3 text-small" title={project.folder ?? ''}>
                  <VisibleText text={project.folder ?? ''} />
                </span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </section>
  );
}

export const approvalsPage: SettingsPage = {
  icon: ShieldCheck,
  words: [
    lateStrings.settings.approvals,
    lateStrings.settings.trust,
    strings.chat.approval,
    lateStrings.approvals.rules,
  ],
  Section: ApprovalsSection,
};
