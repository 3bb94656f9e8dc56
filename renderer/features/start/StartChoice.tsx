// One way to get started: a description and its button.

import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

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
