// The wider answers to a question: rules that the answer makes, each with what it allows or refuses and where it holds.

import { ChevronDown, CircleStop, ShieldAlert } from 'lucide-react';
import { Fragment } from 'react';
import type { ApprovalRequest } from '../../../shared/conversation/event.ts';
import type { RuleMatch } from '../../../shared/permission.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/Button.tsx';
import { Menu, MenuGroup, MenuItem, MenuLine } from '../../ui/Menu.tsx';
import { RuleWords } from '../../ui/RuleWords.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { useChatProject } from '../composer/useChatProject.ts';

const words = strings.approvals.card;

export interface Remember {
  offer: number;
  scope: 'conversation' | 'project' | 'always';
}

export interface ApprovalMenuProps {
  request: ApprovalRequest;
  /** Not to be used now. */
  off: boolean;
  /** Classes of a button that is off for a moment only. */
  look: string;
  onRemember: (remember: Remember) => void;
  /** Where the keyboard goes when something was chosen: the menu goes with the question. */
  onChosen: () => void;
}

export function AllowMenu({
  request,
  off,
  look,
  onRemember,
  onChosen,
  onReadFreely,
}: ApprovalMenuProps & { onReadFreely: () => void }) {
  const reads = request.kind === 'read';
  if (request.offers.length === 0 && !reads) return null;
  return (
    <Menu
      align="end"
      onChosen={onChosen}
      className="w-[min(360px,calc(100vw-16px))]"
      trigger={
        <Button
          tone="primary"
          disabled={off}
          aria-label={words.moreAllow}
          className={`rounded-l-none border-accent-ink/25 border-l px-1.5 ${look}`}
        >
          <ChevronDown className="size-4" strokeWidth={2} aria-hidden />
        </Button>
      }
    >
      <Offers request={request} verb={words.allow} onRemember={onRemember} />
      {request.offers.length > 0 && reads && <MenuLine />}
      {reads && <MenuItem label={words.readFreely} hint={words.readFreelyHint} onSelect={onReadFreely} />}
    </Menu>
  );
}

export function DenyMenu({
  request,
  off,
  look,
  onRemember,
  onChosen,
  onStop,
}: ApprovalMenuProps & { onStop: () => void }) {
  return (
    <Menu
      align="end"
      onChosen={onChosen}
      className="w-[min(360px,calc(100vw-16px))]"
      trigger={
        <Button disabled={off} aria-label={words.moreDeny} className={`-ml-px rounded-l-none px-1.5 ${look}`}>
          <ChevronDown className="size-4" strokeWidth={2} aria-hidden />
        </Button>
      }
    >
      <MenuItem icon={CircleStop} label={words.denyAndStop} hint={words.denyAndStopHint} onSelect={onStop} />
      {request.offers.length > 0 && <MenuLine />}
      <Offers request={request} verb={words.never} onRemember={onRemember} />
    </Menu>
  );
}

interface OffersProps extends Pick<ApprovalMenuProps, 'request' | 'onRemember'> {
  verb: string;
}

function Offers({ request, verb, onRemember }: OffersProps) {
  const project = useChatProject();
  const scopes: { scope: Remember['scope']; where: string }[] = [
    { scope: 'conversation', where: words.scopes.conversation },
    // Chats without a folder share a project that nobody chose: a rule for it would mean more than it says.
    ...(project?.folder ? [{ scope: 'project' as const, where: words.scopes.project(visibleText(project.name)) }] : []),
    { scope: 'always', where: words.scopes.always },
  ];
  return request.offers.map(({ match }, offer) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: an offer is named by its place
    <Fragment key={offer}>
      {offer > 0 && <MenuLine />}
      <MenuGroup
        heading={
          <>
            {words.before(verb, strings.sentences.rule(match))}
            <RuleWords text={strings.sentences.rule(match)} />
            {verb === words.allow && allowsAnyCommand(match) && (
              <span className="mt-0.5 flex items-start gap-1.5 font-normal text-small text-wait">
                <ShieldAlert className="mt-px size-3.5 shrink-0" strokeWidth={1.75} aria-hidden />
                {words.anyCommand}
              </span>
            )}
          </>
        }
      >
        {(match.process === undefined ? scopes : scopes.slice(0, 1)).map(({ scope, where }) => (
          <MenuItem
            key={scope}
            label={where}
            name={words.whole(verb, visibleText(strings.sentences.rule(match)), where)}
            onSelect={() => onRemember({ offer, scope })}
          />
        ))}
      </MenuGroup>
    </Fragment>
  ));
}

/** Not only this command, or some: whatever the model thinks of. */
function allowsAnyCommand({ tool, command, commandLine }: RuleMatch): boolean {
  return (tool === 'run_command' || tool === '*') && command === undefined && commandLine === undefined;
}
