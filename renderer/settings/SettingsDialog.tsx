// The settings, by section. Each takes effect at once; the host refuses what is bad and the field says so.

import {
  Database,
  type LucideIcon,
  MessageSquareText,
  Palette,
  Plug,
  Repeat,
  Server,
  ShieldCheck,
  Sparkle,
  Wrench,
} from 'lucide-react';
import { Tabs } from 'radix-ui';
import type { ComponentType } from 'react';
import { useSession } from '../state/context.tsx';
import type { SettingsSection } from '../state/viewStore.ts';
import { strings } from '../strings.ts';
import { Modal } from '../ui/Modal.tsx';
import { AppearanceSection } from './AppearanceSection.tsx';
import { ApprovalsSection } from './ApprovalsSection.tsx';
import { DataSection } from './DataSection.tsx';
import { InstructionsSection } from './InstructionsSection.tsx';
import { ModelSection } from './ModelSection.tsx';
import { McpSection } from './mcp/McpSection.tsx';
import { ProvidersSection } from './ProvidersSection.tsx';
import { RunSection } from './RunSection.tsx';
import { ToolsSection } from './tools/ToolsSection.tsx';

const sections: Record<SettingsSection, { icon: LucideIcon; body: ComponentType }> = {
  providers: { icon: Server, body: ProvidersSection },
  model: { icon: Sparkle, body: ModelSection },
  approvals: { icon: ShieldCheck, body: ApprovalsSection },
  tools: { icon: Wrench, body: ToolsSection },
  mcp: { icon: Plug, body: McpSection },
  run: { icon: Repeat, body: RunSection },
  appearance: { icon: Palette, body: AppearanceSection },
  instructions: { icon: MessageSquareText, body: InstructionsSection },
  data: { icon: Database, body: DataSection },
};
const names = Object.keys(sections) as SettingsSection[];

export function SettingsDialog({ section, onClose }: { section: SettingsSection; onClose: () => void }) {
  const { view } = useSession();
  const choose = (next: string): void =>
    view.setState({ dialog: { type: 'settings', section: next as SettingsSection } });
  return (
    <Modal title={strings.settings.title} onClose={onClose} className="h-[min(600px,calc(100dvh-32px))] max-w-[800px]">
      <Tabs.Root
        value={section}
        onValueChange={choose}
        orientation="vertical"
        className="flex min-h-0 flex-1 flex-col narrow:flex-row"
      >
        <Tabs.List
          aria-label={strings.settings.title}
          className="flex shrink-0 gap-0.5 overflow-x-auto border-line border-b bg-sunk p-2 narrow:w-44 narrow:flex-col narrow:border-r narrow:border-b-0"
        >
          {names.map((name) => {
            const Icon = sections[name].icon;
            return (
              <Tabs.Trigger
                key={name}
                value={name}
                className="flex h-8 shrink-0 items-center gap-2.5 rounded-m px-2 text-left text-ink-2 text-ui hover:bg-hover data-[state=active]:bg-hover data-[state=active]:text-ink"
              >
                <Icon className="hidden size-4 shrink-0 text-ink-3 narrow:block" strokeWidth={1.75} aria-hidden />
                {strings.settings.sections[name]}
              </Tabs.Trigger>
            );
          })}
        </Tabs.List>
        {names.map((name) => {
          const Body = sections[name].body;
          return (
            <Tabs.Content
              key={name}
              value={name}
              className="relative min-h-0 min-w-0 flex-1 overflow-y-auto p-6 focus-visible:-outline-offset-2"
            >
              <h3 className="mb-4 font-strong text-prose">{strings.settings.sections[name]}</h3>
              <Body />
            </Tabs.Content>
          );
        })}
      </Tabs.Root>
    </Modal>
  );
}
