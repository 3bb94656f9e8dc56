// Reports of a page in the shared browser: its console, failed requests, dialogs and blocked addresses.

import { Ban, CircleAlert, Info, type LucideIcon, MessageSquareText, TriangleAlert, WifiOff } from 'lucide-react';
import type { PageMessage } from '../../../shared/features/sharedBrowser/sharedBrowser.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';

const words = lateStrings.results.page;

const icons: Readonly<Record<PageMessage['type'], { icon: LucideIcon; tone: string }>> = {
  error: { icon: CircleAlert, tone: 'text-fail' },
  warning: { icon: TriangleAlert, tone: 'text-wait' },
  info: { icon: Info, tone: 'text-ink-3' },
  network: { icon: WifiOff, tone: 'text-fail' },
  dialog: { icon: MessageSquareText, tone: 'text-ink-3' },
  blocked: { icon: Ban, tone: 'text-wait' },
};

export function PageMessages({ messages }: { messages: readonly PageMessage[] }) {
  if (messages.length === 0) return null;
  return (
    <ul aria-label={words.messages} className="grid gap-1 border-line border-t px-3 py-2 text-small">
      {messages.map(({ type, text }, index) => {
        const { icon: Icon, tone } = icons[type];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a page may report the same twice
          <li key={index} className="flex items-start gap-2">
            <Icon className={`mt-0.5 size-3.5 shrink-0 ${tone}`} strokeWidth={1.75} aria-hidden />
            <span className="wrap-anywhere min-w-0">
              <span className="text-ink-3">{words.types[type]}</span> <VisibleText text={text} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}
