// The settings dialog, with a filter over its sections. Changes take effect immediately; if the host rejects one, its field
// shows the error.

import { Tabs } from 'radix-ui';
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Need } from '../../../shared/features/remote/needs.ts';
import { commandNeeds } from '../../core/commands/commandNeeds.ts';
import type { SettingsPage } from '../../core/feature.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { lazyPart } from '../../core/parts/lazyPart.tsx';
import { useApp, useSession } from '../../core/state/context.tsx';
import { may } from '../../core/state/rights.ts';
import { type SettingsSection, settingsSections } from '../../core/state/viewStore.ts';
import { FilterRow } from '../../ui/FilterRow.tsx';
import { Modal } from '../../ui/Modal.tsx';

/** Duration of the highlight on a setting that was opened by name. */
const markMs = 1_600;
/** The first of these in a setting takes the focus; without any, the setting itself does. */
const selectors = ['input:checked', 'input:not(:disabled)', 'textarea', 'button:not(:disabled)'];

/**
 * Scrolls to a setting, focuses and highlights it. Returns a function that ends the highlight; null if it is not rendered
 * (yet).
 */
function goToField(page: HTMLElement, label: string): (() => void) | null {
  const name = CSS.escape(label);
  const field = page.querySelector<HTMLElement>(
    `[data-field="${name}"], section[aria-label="${name}"], search[aria-label="${name}"], [role="radiogroup"][aria-label="${name}"]`,
  );
  if (!field) return null;
  const [first = field] = selectors.flatMap((selector) => field.querySelector<HTMLElement>(selector) ?? []);
  if (first === field) field.tabIndex = -1;
  first.focus({ preventScroll: true });
  const over = new AbortController();
  const center = (): void => {
    if (!over.signal.aborted) field.scrollIntoView({ block: 'center' });
  };
  center();
  // Lists above it may still be loading, until the user scrolls.
  const loading = new MutationObserver(center);
  loading.observe(page, { childList: true, subtree: true });
  over.signal.addEventListener('abort', () => loading.disconnect());
  for (const name of ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const)
    page.addEventListener(name, () => over.abort(), { passive: true, signal: over.signal });
  field.dataset.here = '';
  const end = (): void => {
    over.abort();
    delete field.dataset.here;
  };
  const timer = setTimeout(end, markMs);
  return () => {
    clearTimeout(timer);
    end();
  };
}

const words = lateStrings.settings;
/** Maximum frames to wait for the requested setting to appear. */
const maxFrames = 600;

export type SettingsPages = Readonly<Record<SettingsSection, SettingsPage>>;

function allWords(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(allWords) : [];
}

/** The first section of each group. */
const groupStarts: Partial<Record<SettingsSection, keyof typeof words.groups>> = {
  providers: 'models',
  approvals: 'safety',
  instructions: 'you',
  appearance: 'app',
};

/** The groups that have any of these sections, in display order. */
function groupsOf(sections: readonly SettingsSection[]): { title: string; sections: SettingsSection[] }[] {
  const groups: { title: string; sections: SettingsSection[] }[] = [];
  for (const name of settingsSections) {
    const start = groupStarts[name];
    if (start !== undefined) groups.push({ title: words.groups[start], sections: [] });
    if (sections.includes(name)) groups.at(-1)?.sections.push(name);
  }
  return groups.filter((group) => group.sections.length > 0);
}

/** Returns the sections whose text contains every typed word. */
function findSections(names: readonly SettingsSection[], typed: string, pages: SettingsPages): SettingsSection[] {
  const parts = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return names.filter((name) => {
    const text = [words.sections[name], ...allWords(pages[name].words)].join('\n').toLowerCase();
    return parts.every((part) => text.includes(part));
  });
}

function SectionTab({ name, page: { icon: Icon } }: { name: SettingsSection; page: SettingsPage }) {
  return (
    <Tabs.Trigger
      value={name}
      data-section={name}
      className="flex h-7 shrink-0 items-center gap-2.5 whitespace-nowrap rounded-m px-2 text-left text-ink-2 text-ui hover:bg-hover data-[state=active]:bg-hover data-[state=active]:text-ink"
    >
      <Icon className="hidden size-4 shrink-0 text-ink-3 narrow:block" strokeWidth={1.75} aria-hidden />
      {words.sections[name]}
    </Tabs.Trigger>
  );
}

/** The method with which a section changes something, if it is not `settings.update`; null: it is the device's. */
const sectionNeeds: { readonly [Section in SettingsSection]?: Need | null } = {
  approvals: 'permission.remove',
  instructions: 'ownText.save',
  schedules: 'schedules.pause',
  notifications: null,
  devices: null,
  about: null,
};

/** On a device, settings that it cannot change are disabled, below a line about that. */
function OnDevice({ section, children }: { section: SettingsSection; children: ReactNode }) {
  const need = sectionNeeds[section];
  const snapshot = useApp((now) => now);
  const mayChange = need === null || may(snapshot, need ?? 'settings.update');
  if (snapshot.device === undefined || mayChange) return children;
  return (
    <>
      <ReadOnlyLine />
      <fieldset disabled>{children}</fieldset>
    </>
  );
}

const ReadOnlyLine = lazyPart(async () => (await import('../remote/DeviceLine.tsx')).ReadOnlyLine);

interface SettingsDialogProps {
  pages: SettingsPages;
  section: SettingsSection;
  /** Label of the setting to scroll to. */
  field?: string | undefined;
  onClose: () => void;
}

export function SettingsDialog({ pages, section: requested, field, onClose }: SettingsDialogProps) {
  const { view } = useSession();
  const host = useApp((snapshot) => snapshot.host);
  // A browser has nothing of the desktop app.
  const snapshot = useApp((now) => now);
  const names = settingsSections.filter(
    (name) => (name !== 'desktop' || host === 'desktop') && may(snapshot, commandNeeds[`settings.${name}`]),
  );
  const section = names.includes(requested) ? requested : 'about';
  const [typed, setTyped] = useState('');
  const matches = findSections(names, typed, pages);
  const choose = (next: string): void =>
    view.setState({ dialog: { type: 'settings', section: next as SettingsSection } });
  // In a narrow window, the sections form a scrolling row.
  // A state: the dialog renders it later than this component.
  const [list, setList] = useState<HTMLDivElement | null>(null);
  useEffect(() => {
    list?.querySelector(`[data-section="${section}"]`)?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [section, list]);
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (field === undefined) return;
    let end: (() => void) | null = null;
    // Retries: the dialog takes the focus when it opens, and lists may still be loading.
    const look = (left: number): void => {
      frame = requestAnimationFrame(() => {
        end = page.current && goToField(page.current, field);
        if (!end && left > 0) look(left - 1);
      });
    };
    let frame = 0;
    look(maxFrames);
    return () => {
      cancelAnimationFrame(frame);
      end?.();
    };
  }, [field]);
  const find = (text: string): void => {
    setTyped(text);
    const left = findSections(names, text, pages);
    if (left[0] && !left.includes(section)) choose(left[0]);
  };
  return (
    <Modal
      title={words.title}
      onClose={onClose}
      className="h-[min(45rem,calc(100dvh-2rem))] max-w-[60rem]"
      head={
        <FilterRow
          label={words.find}
          text={typed}
          onText={find}
          isFiltered={typed.trim() !== ''}
          left={{ shown: matches.length, of: names.length }}
          onClear={() => find('')}
          className="ml-auto w-full max-w-72 flex-nowrap"
        />
      }
    >
      <Tabs.Root
        value={section}
        onValueChange={choose}
        orientation="vertical"
        className="flex min-h-0 flex-1 flex-col narrow:flex-row"
      >
        <Tabs.List
          ref={setList}
          aria-label={words.sectionsLabel}
          className="flex shrink-0 gap-0.5 overflow-auto border-line border-b bg-sunk p-2 narrow:w-52 narrow:flex-col narrow:border-r narrow:border-b-0"
        >
          {groupsOf(matches).map(({ title, sections }) => (
            <Fragment key={title}>
              {/* Only tabs may be in their list. */}
              <p aria-hidden className="hidden px-2 pt-2.5 pb-0.5 text-ink-3 text-small first:pt-0.5 narrow:block">
                {title}
              </p>
              {sections.map((name) => (
                <SectionTab key={name} name={name} page={pages[name]} />
              ))}
            </Fragment>
          ))}
          {matches.length === 0 && (
            <p role="status" className="px-2 py-1.5 text-ink-3 text-ui">
              {words.findNone}
            </p>
          )}
        </Tabs.List>
        {names.map((name) => {
          const { Section } = pages[name];
          return (
            <Tabs.Content
              key={name}
              value={name}
              ref={name === section ? page : null}
              className="relative min-h-0 min-w-0 flex-1 overflow-y-auto p-6 has-[figure]:scroll-pt-52 focus-visible:-outline-offset-2"
            >
              <h3 className="mb-4 font-strong text-prose">{words.sections[name]}</h3>
              <OnDevice section={name}>
                <Section />
              </OnDevice>
            </Tabs.Content>
          );
        })}
      </Tabs.Root>
    </Modal>
  );
}
