// Chooses a rule to save with an answer: its scope and where it applies. Two lists, each starting with the narrowest
// option, which is the default.

import { ShieldAlert } from 'lucide-react';
import { Fragment, type ReactNode, useId, useState } from 'react';
import type { ApprovalRequest } from '../../../shared/conversation/event.ts';
import type { ApprovalOffer } from '../../../shared/permission/offers.ts';
import { isAnyCommand, matchesOf } from '../../../shared/permission/permission.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useChatProject } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { RuleText } from '../../ui/RuleText.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { PrefixFields } from './PrefixFields.tsx';

const words = lateStrings.approvals.card;

export interface Remember {
  offer: number;
  scope: 'conversation' | 'project' | 'always';
  /** For first words: how many. Empty: what was typed is no valid choice. */
  lengths?: number[];
}

/**
 * Not a rule, but a mode of this conversation. `reads`: reads run without asking; `sandbox`: so do sandboxed commands.
 */
export type RuleOption = Remember | 'reads' | 'sandbox';

interface RuleChoiceProps {
  request: ApprovalRequest;
  effect: 'allow' | 'deny';
  chosen: RuleOption;
  onChange: (chosen: RuleOption) => void;
}

export function RuleChoice({ request, effect, chosen, onChange }: RuleChoiceProps) {
  const project = useChatProject();
  const allowed = request.offers.filter(({ onlyRefused }) => !onlyRefused);
  const modes = effect === 'allow' ? allowingModes(request) : [];
  const rule = typeof chosen === 'string' ? null : chosen;
  const offered = rule ? request.offers[rule.offer] : undefined;
  const scopes: { scope: Remember['scope']; where: string }[] = [
    { scope: 'conversation', where: words.scopes.conversation },
    // Chats without a folder share an implicit project: a rule for it would apply more widely than it says.
    ...(project?.folder ? [{ scope: 'project' as const, where: words.scopes.project(visibleText(project.name)) }] : []),
    // Paths outside the project cannot be allowed everywhere.
    ...(effect === 'allow' && offered?.outside ? [] : [{ scope: 'always' as const, where: words.scopes.always }]),
  ];
  // A background command ends with its conversation.
  const open = rule === null || offered?.match.process !== undefined ? scopes.slice(0, 1) : scopes;
  const isSandboxBoundary = request.reasonType === 'sandbox';
  const choose = (offer: number): void => {
    const next = request.offers[offer];
    const isLess = effect === 'allow' && next?.outside && rule?.scope === 'always';
    const stays = rule && next?.match.process === undefined && !isLess;
    onChange({ offer, scope: stays ? rule.scope : 'conversation' });
  };
  return (
    <div className="flex flex-col gap-3">
      <Choices legend={effect === 'allow' ? words.whatAllow : words.whatDeny}>
        {(name) => (
          <>
            {(effect === 'allow' ? allowed : request.offers).map((offer, at) => {
              const chosenPrefixes = rule?.offer === at && effect === 'allow' ? offer.prefixes : undefined;
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: an offer is named by its place
                <Fragment key={at}>
                  <Choice
                    name={name}
                    checked={rule?.offer === at}
                    onChoose={() => choose(at)}
                    warning={effect === 'allow' ? warningOf(offer, isSandboxBoundary) : undefined}
                  >
                    {chosenPrefixes
                      ? words.prefix.choice
                      : matchesOf(offer).map((match) => (
                          <span key={JSON.stringify(match)} className="block">
                            <RuleText text={strings.sentences.rule(match)} />
                          </span>
                        ))}
                  </Choice>
                  {chosenPrefixes && rule && (
                    <PrefixFields prefixes={chosenPrefixes} onChange={(lengths) => onChange({ ...rule, lengths })} />
                  )}
                </Fragment>
              );
            })}
            {modes.map((mode) => (
              <Choice key={mode} name={name} checked={chosen === mode} onChoose={() => onChange(mode)}>
                {words.freely[mode]}
              </Choice>
            ))}
          </>
        )}
      </Choices>
      <Choices legend={words.where} inRow>
        {(name) =>
          open.map(({ scope, where }) => (
            <Choice
              key={scope}
              name={name}
              checked={rule === null || open.length === 1 || rule.scope === scope}
              onChoose={() => rule && onChange({ ...rule, scope })}
            >
              {where}
            </Choice>
          ))
        }
      </Choices>
    </div>
  );
}

/** `isSandboxBoundary`: the command hit the sandbox boundary; the alternative is to run it unsandboxed. */
function warningOf({ match, outside }: ApprovalOffer, isSandboxBoundary: boolean): string | undefined {
  if (match.opensHost !== undefined) return undefined;
  if (match.opensPath !== undefined) return words.outside;
  if (isSandboxBoundary) return words.outsideSandbox;
  if (isAnyCommand(match)) return words.anyCommand;
  return outside ? words.outside : undefined;
}

/** The default choice: the first words of a well-known tool, else the narrowest. */
export function useChosenRule(
  request: ApprovalRequest,
  effect: RuleChoiceProps['effect'],
): [RuleOption, (chosen: RuleOption) => void] {
  const [mode = 'reads'] = allowingModes(request);
  const prefixed = effect === 'allow' ? request.offers.findIndex(({ prefixes }) => prefixes) : -1;
  return useState<RuleOption>(
    request.offers.length === 0 ? mode : { offer: Math.max(prefixed, 0), scope: 'conversation' },
  );
}

/** False while the chosen rule is being edited and is not valid. */
export function isComplete(chosen: RuleOption): boolean {
  return typeof chosen === 'string' || chosen.lengths?.length !== 0;
}

/** Modes that would allow the call. */
export function allowingModes({ readsPass, sandboxPass }: ApprovalRequest): ('reads' | 'sandbox')[] {
  return [...(readsPass ? ['reads' as const] : []), ...(sandboxPass ? ['sandbox' as const] : [])];
}

interface ChoicesProps {
  legend: string;
  /** Side by side, if there is room. */
  inRow?: boolean;
  children: (name: string) => ReactNode;
}

function Choices({ legend, inRow = false, children }: ChoicesProps) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-0.5 font-strong text-ui">{legend}</legend>
      <div className={inRow ? 'flex flex-wrap gap-x-5' : undefined}>{children(name)}</div>
    </fieldset>
  );
}

interface ChoiceProps {
  name: string;
  checked: boolean;
  onChoose: () => void;
  warning?: string | undefined;
  children: ReactNode;
}

function Choice({ name, checked, onChoose, warning, children }: ChoiceProps) {
  const id = useId();
  return (
    <label htmlFor={id} className="-mx-1.5 flex items-start gap-2 rounded-m px-1.5 py-1 text-ui hover:bg-hover">
      <input
        type="radio"
        id={id}
        name={name}
        checked={checked}
        onChange={onChoose}
        className="mt-0.5 size-4 shrink-0 appearance-none rounded-full border border-line-strong bg-over checked:border-[5px] checked:border-accent checked:bg-accent-ink"
      />
      <span className="wrap-anywhere min-w-0 flex-1">
        {children}
        {warning !== undefined && (
          <span className="flex items-start gap-1.5 text-small text-wait">
            <ShieldAlert className="mt-px size-3.5 shrink-0" strokeWidth={1.75} aria-hidden />
            {warning}
          </span>
        )}
      </span>
    </label>
  );
}
