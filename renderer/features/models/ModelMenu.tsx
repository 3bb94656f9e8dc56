// Button and popover for how this chat is answered: model, options, preset, required MCP server. The button names what
// differs from the defaults.

import { Plug, TriangleAlert } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useEffect, useId, useRef } from 'react';
import { lazyPart, type PartOf } from '../../core/parts/lazyPart.tsx';
import { useRequiredServer, useSession, useView } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { classes } from '../../ui/classes.ts';
import { focusComposer } from '../../ui/focus.ts';
import { footerLabelClass, footerPartClass } from '../../ui/footerPartClass.ts';
import { popoverTitleId } from '../../ui/PopoverPage.tsx';
import { useFocusAfterClose } from '../../ui/useFocusReturn.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import type { ModelPages } from './ModelPages.tsx';
import { shortSummary, useOptionsSummary } from './optionsSummary.ts';
import { useChatModel } from './useChatModel.ts';

const words = strings.chat;
const { pair, list, beside } = strings.sentences;

export const ModelPagesPart: PartOf<typeof ModelPages> = lazyPart(
  async () => (await import('./ModelPages.tsx')).ModelPages,
);

const AgentSessionPart = lazyPart(async () => (await import('../externalAgents/AgentSummary.tsx')).AgentSummary);

const PresetPart = lazyPart(async () => (await import('../presets/ChosenPreset.tsx')).ChosenPreset);

export function ModelMenu() {
  const { view } = useSession();
  const page = useView((now) => now.modelMenu);
  const presetId = useId();
  const wasChosen = useRef(false);
  const { model, agentId, name, options } = useChatModel();
  const { texts, differs } = useOptionsSummary(model, options);
  const server = useRequiredServer();
  const facts = [
    list([visibleText(name), ...texts]),
    differs ? strings.modelOptions.differs : '',
    server === null || agentId !== null ? '' : strings.modelOptions.requiredOf(visibleText(server)),
  ];
  const hint = pair(words.model, beside(facts.filter(Boolean)));
  const onCloseAutoFocus = useFocusAfterClose(page !== null, (event) => {
    if (!wasChosen.current) return;
    wasChosen.current = false;
    event.preventDefault();
    focusComposer();
  });
  useEffect(() => () => view.setState({ modelMenu: null }), [view]);
  return (
    <Popover.Root
      open={page !== null}
      onOpenChange={(isOpen) => {
        wasChosen.current = false;
        view.setState({ modelMenu: isOpen ? 'models' : null });
      }}
    >
      <Popover.Trigger asChild>
        <button
          type="button"
          data-control="model"
          aria-label={hint}
          aria-describedby={presetId}
          title={hint}
          className={classes(footerPartClass('text-ink-2', true), 'overflow-hidden')}
        >
          {differs && <TriangleAlert className="size-4 shrink-0 text-wait" strokeWidth={1.75} aria-hidden />}
          <span className="min-w-0 max-w-28 truncate @min-[38rem]/foot:max-w-44">{visibleText(name)}</span>
          {texts.length > 0 && (
            <span className={classes(footerLabelClass, 'max-w-36 text-ink-3')}>{shortSummary(texts)}</span>
          )}
          {agentId !== null && <AgentSessionPart />}
          <PresetPart id={presetId} />
          {agentId === null && server !== null && (
            <>
              <Plug className="size-4 shrink-0 text-accent" strokeWidth={1.75} aria-hidden />
              <span className={classes(footerLabelClass, 'max-w-24 text-accent')}>
                <VisibleText text={server} />
              </span>
            </>
          )}
        </button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          side="top"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          {...(page === 'models' ? { 'aria-label': words.model } : { 'aria-labelledby': popoverTitleId })}
          onCloseAutoFocus={onCloseAutoFocus}
          className="layer z-50 flex max-h-[min(45rem,var(--radix-popover-content-available-height))] w-[min(21.25rem,calc(100vw-16px))] flex-col rounded-l border border-line bg-over shadow-menu focus-visible:outline-none"
        >
          {page !== null && (
            <ModelPagesPart
              page={page}
              onClose={(chosen = false) => {
                wasChosen.current = chosen;
                view.setState({ modelMenu: null });
              }}
            />
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
