// The settings, by section. Each takes effect at once; the host refuses what is bad and the field says so. A few letters
// find the sections that speak of something.

import {
  Bell,
  Coins,
  Database,
  Keyboard,
  Layers2,
  Library,
  type LucideIcon,
  MessageSquareText,
  Palette,
  Plug,
  Repeat,
  Server,
  ShieldCheck,
  Sparkle,
  SquareSlash,
  TextSearch,
  Waypoints,
  Webhook,
  Wrench,
} from 'lucide-react';
import { Tabs } from 'radix-ui';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { programNames } from '../../../shared/features/import/otherApps.ts';
import { backendNames } from '../../../shared/features/webSearch/webSearch.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useSession } from '../../core/state/context.tsx';
import { type SettingsSection, settingsSections } from '../../core/state/viewStore.ts';
import { strings } from '../../core/strings.ts';
import { FilterRow } from '../../ui/FilterRow.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { HooksSection } from '../hooks/HooksSection.tsx';
import { hookWords } from '../hooks/words.ts';
import { McpSection } from '../mcp/McpSection.tsx';
import { PresetsSection } from '../presets/PresetsSection.tsx';
import { ProvidersSection } from '../providers/ProvidersSection.tsx';
import { AppearanceSection } from './AppearanceSection.tsx';
import { ApprovalsSection } from './ApprovalsSection.tsx';
import { CostsSection } from './costs/CostsSection.tsx';
import { CustomizationsSection } from './customizations/CustomizationsSection.tsx';
import { DataSection } from './DataSection.tsx';
import { goToField } from './goToField.ts';
import { InstructionsSection } from './InstructionsSection.tsx';
import { KeyboardSection } from './KeyboardSection.tsx';
import { ModelSection } from './ModelSection.tsx';
import { NotificationsSection } from './NotificationsSection.tsx';
import { ProgramsSection } from './ProgramsSection.tsx';
import { RunSection } from './RunSection.tsx';
import { TracesSection } from './TracesSection.tsx';
import { ToolsSection } from './tools/ToolsSection.tsx';
import { WebSearchSection } from './WebSearchSection.tsx';

/** Which sections of the settings a person means by a few letters: those whose words have them all. Pure. */
const { chat } = strings;
const { settings, mcp, presets, providers, tools, approvals } = lateStrings;

/** What stands on each section, as far as it does not come from the person. */
const said: Record<SettingsSection, unknown> = {
  providers,
  model: settings.model,
  approvals: [settings.approvals, settings.trust, chat.approval, approvals.rules],
  tools: tools.page,
  mcp: [mcp.section, mcp.intro, mcp.add, mcp.import, mcp.form.command],
  hooks: [hookWords.intro, hookWords.add, hookWords.events, hookWords.form],
  webSearch: [settings.webSearch, Object.values(backendNames)],
  programs: [settings.programs, Object.values(programNames)],
  run: settings.run,
  costs: settings.costs,
  traces: [settings.traces, 'OTLP'],
  appearance: settings.appearance,
  keyboard: strings.commands,
  notifications: strings.notify.settings,
  instructions: settings.instructions,
  customizations: lateStrings.slash,
  presets: presets.page,
  data: settings.data,
};

function allWords(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(allWords) : [];
}

function findSections(typed: string): SettingsSection[] {
  const parts = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return settingsSections.filter((name) => {
    const text = [settings.sections[name], ...allWords(said[name])].join('\n').toLowerCase();
    return parts.every((part) => text.includes(part));
  });
}

const words = settings;
/** In which a setting that was asked for has to be there. */
const maxFrames = 600;

const sections: Record<SettingsSection, { icon: LucideIcon; body: ComponentType }> = {
  providers: { icon: Server, body: ProvidersSection },
  model: { icon: Sparkle, body: ModelSection },
  approvals: { icon: ShieldCheck, body: ApprovalsSection },
  tools: { icon: Wrench, body: ToolsSection },
  mcp: { icon: Plug, body: McpSection },
  hooks: { icon: Webhook, body: HooksSection },
  webSearch: { icon: TextSearch, body: WebSearchSection },
  programs: { icon: Library, body: ProgramsSection },
  run: { icon: Repeat, body: RunSection },
  costs: { icon: Coins, body: CostsSection },
  traces: { icon: Waypoints, body: TracesSection },
  appearance: { icon: Palette, body: AppearanceSection },
  keyboard: { icon: Keyboard, body: KeyboardSection },
  notifications: { icon: Bell, body: NotificationsSection },
  instructions: { icon: MessageSquareText, body: InstructionsSection },
  customizations: { icon: SquareSlash, body: CustomizationsSection },
  presets: { icon: Layers2, body: PresetsSection },
  data: { icon: Database, body: DataSection },
};

interface SettingsDialogProps {
  section: SettingsSection;
  /** The setting to go to, by its label. */
  field?: string | undefined;
  onClose: () => void;
}

export function SettingsDialog({ section, field, onClose }: SettingsDialogProps) {
  const { view } = useSession();
  const [typed, setTyped] = useState('');
  const found = findSections(typed);
  const choose = (next: string): void =>
    view.setState({ dialog: { type: 'settings', section: next as SettingsSection } });
  // In a narrow window the sections lie in one line, longer than the window.
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[data-section="${section}"]`)?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [section]);
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (field === undefined) return;
    let end: (() => void) | null = null;
    // The dialog takes the keyboard when it opens, and a list may still be asked for.
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
    const left = findSections(text);
    if (left[0] && !left.includes(section)) choose(left[0]);
  };
  return (
    <Modal
      title={words.title}
      onClose={onClose}
      className="h-[min(42rem,calc(100dvh-2rem))] max-w-[54rem]"
      head={
        <FilterRow
          label={words.find}
          text={typed}
          onText={find}
          isFiltered={typed.trim() !== ''}
          left={{ shown: found.length, of: settingsSections.length }}
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
          ref={list}
          aria-label={words.sectionsLabel}
          className="flex shrink-0 gap-0.5 overflow-auto border-line border-b bg-sunk p-2 narrow:w-48 narrow:flex-col narrow:border-r narrow:border-b-0"
        >
          {settingsSections.map((name) => {
            const Icon = sections[name].icon;
            return (
              <Tabs.Trigger
                key={name}
                value={name}
                data-section={name}
                hidden={!found.includes(name)}
                className="flex h-8 shrink-0 items-center gap-2.5 rounded-m px-2 text-left text-ink-2 text-ui hover:bg-hover data-[state=active]:bg-hover data-[state=active]:text-ink [&[hidden]]:hidden"
              >
                <Icon className="hidden size-4 shrink-0 text-ink-3 narrow:block" strokeWidth={1.75} aria-hidden />
                {words.sections[name]}
              </Tabs.Trigger>
            );
          })}
          {found.length === 0 && (
            <p role="status" className="px-2 py-1.5 text-ink-3 text-ui">
              {words.findNone}
            </p>
          )}
        </Tabs.List>
        {settingsSections.map((name) => {
          const Body = sections[name].body;
          return (
            <Tabs.Content
              key={name}
              value={name}
              ref={name === section ? page : null}
              className="relative min-h-0 min-w-0 flex-1 overflow-y-auto p-6 has-[figure]:scroll-pt-52 focus-visible:-outline-offset-2"
            >
              <h3 className="mb-4 font-strong text-prose">{words.sections[name]}</h3>
              <Body />
            </Tabs.Content>
          );
        })}
      </Tabs.Root>
    </Modal>
  );
}
