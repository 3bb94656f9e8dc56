// The approval mode, always visible in the composer's footer: each mode with a description, icon and color. Describes
// "Full access" as dangerous. Omits modes that this machine cannot enforce, with one line that links to the
// explanation.

import { type ApprovalMode, approvalModes } from '../../../shared/permission/rule.ts';
import { useKeys } from '../../core/commands/shortcuts.ts';
import { modeAppearance } from '../../core/modeAppearance.ts';
import { defaultApprovalMode, defaultProject } from '../../core/state/choices.ts';
import { useActions, useApp, useChatProject, useConversation, useSession, useView } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { focusComposer } from '../../ui/focus.ts';
import { footerPartClass } from '../../ui/footerPartClass.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { Menu, MenuChoice, MenuHeading, MenuItem, MenuSeparator } from '../../ui/Menu.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { useApprovalModes, useSandbox } from './useSandbox.ts';

const words = strings.chat;

export function ApprovalMenu() {
  const mode = useApprovalMode();
  const { icon: Icon, tone } = modeAppearance[mode];
  const { name } = words.approval[mode];
  return (
    <Menu
      side="top"
      digits
      className="max-w-[min(500px,calc(100vw-16px))]"
      onChosen={focusComposer}
      trigger={
        <button
          type="button"
          data-control="approvals"
          data-mode={mode}
          aria-label={strings.sentences.pair(words.approvalLabel, name)}
          title={strings.sentences.pair(words.approvalLabel, name)}
          className={footerPartClass(mode === 'all' ? 'bg-fail-soft text-fail' : tone)}
        >
          <Icon className="size-4 shrink-0" strokeWidth={1.75} aria-hidden />
          {/* Full access is named at every width, since it is dangerous. */}
          <span className={mode === 'all' ? '' : 'hidden @min-[28rem]/foot:inline'}>{name}</span>
        </button>
      }
    >
      <Modes />
    </Menu>
  );
}

function Modes() {
  const actions = useActions();
  const { view } = useSession();
  const mode = useApprovalMode();
  const sandbox = useSandbox();
  const keys = useKeys('approvals.next');
  return (
    <>
      <div className="flex items-baseline justify-between gap-3 pr-2">
        <MenuHeading>{words.approvalLabel}</MenuHeading>
        {keys && (
          <span className="text-ink-3 text-small">
            {words.nextMode} <Kbd keys={keys} />
          </span>
        )}
      </div>
      {useApprovalModes(mode).map((name) => (
        <MenuChoice
          key={name}
          label={words.approval[name].name}
          hint={words.approval[name].hint}
          chosen={name === mode}
          // The same digit regardless of which modes are available.
          digit={approvalModes.indexOf(name) + 1}
          {...modeAppearance[name]}
          onSelect={() => void actions.chooseApprovalMode(name)}
        />
      ))}
      <ProjectDefault />
      {sandbox?.available === false && (
        <>
          <MenuSeparator />
          <MenuItem
            moves
            icon={modeAppearance.sandbox.icon}
            label={words.noSandbox}
            hint={strings.sentences.host(sandbox.reason)}
            onSelect={() => view.setState({ dialog: { type: 'settings', section: 'approvals' } })}
          />
        </>
      )}
    </>
  );
}

/** Whether the current mode is the project's default. Chats without a folder share none. */
function ProjectDefault() {
  const actions = useActions();
  const mode = useApprovalMode();
  const project = useChatProject();
  const ofApp = useApp(({ settings }) => settings.approvalMode);
  if (!project?.folder) return null;
  const { approvalMode: own, name } = project;
  const chosen = own === mode;
  // The app's default needs no choice.
  if (own === null && mode === ofApp) return null;
  const current = words.approval[own ?? ofApp].name;
  return (
    <>
      <MenuSeparator />
      <MenuChoice
        label={words.projectDefault(visibleText(name))}
        hint={chosen ? words.projectDefaultHint : words.projectDefaultNow(current)}
        chosen={chosen}
        onSelect={() => void actions.chooseProjectMode(project.id, chosen ? null : mode)}
      />
    </>
  );
}

/** The approval mode of the current chat. */
function useApprovalMode(): ApprovalMode {
  const chosen = useConversation((state) => state.approvalMode);
  const { approvalMode: forNew, projectId } = useView((view) => view.newChat);
  const byDefault = useApp((snapshot) =>
    defaultApprovalMode(snapshot, projectId === undefined ? defaultProject(snapshot) : projectId),
  );
  return chosen ?? forNew ?? byDefault;
}
