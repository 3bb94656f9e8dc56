// Rows of a new chat: one that is clicked, with icon, title and small details, and a description with a button.

import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Kbd } from '../../ui/Kbd.tsx';

interface StartRowProps {
  icon: LucideIcon;
  title: ReactNode;
  about: ReactNode;
  keys?: string | undefined;
  onClick: () => void;
}

export function StartRow({ icon: Icon, title, about, keys, onClick }: StartRowProps) {
  return (
    <li>
      <button
        type="button"
        onClick={onClick}
        className="flex min-h-9 w-full items-start gap-3 rounded-l px-3 py-1.5 text-left hover:bg-hover"
      >
        <Icon className="mt-1 size-4 shrink-0 text-ink-3" strokeWidth={1.75} aria-hidden />
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-4">
          <span className="min-w-0 max-w-full flex-1 basis-64 text-prose">{title}</span>
          <span className="min-w-0 max-w-full truncate text-ink-3 text-small">{about}</span>
        </span>
        {keys && (
          <span className="mt-0.5 hidden w-11 shrink-0 text-right narrow:inline" aria-hidden>
            <Kbd keys={keys} />
          </span>
        )}
      </button>
    </li>
  );
}

export function StartSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-5">
      <h3 className="mb-1 text-ink-3 text-ui">{title}</h3>
      <ul className="-mx-3">{children}</ul>
    </section>
  );
}

interface StartChoiceProps {
  icon: LucideIcon;
  title: string;
  body: string;
  children: ReactNode;
}

export function StartChoice({ icon: Icon, title, body, children }: StartChoiceProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
      <div className="flex min-w-64 flex-1 gap-3">
        <Icon className="mt-0.5 size-5 shrink-0 text-ink-3" strokeWidth={1.5} aria-hidden />
        <div className="min-w-0">
          <p className="text-prose">{title}</p>
          <p className="wrap-anywhere text-ink-3 text-ui">{body}</p>
        </div>
      </div>
      {children}
    </div>
  );
}
