// Back button of a subpage. Takes the focus when the page appears, unless a field has it, so that keyboard navigation
// continues there.

import { ChevronLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from './Button.tsx';

export function BackButton({ label, onClick }: { label: string; onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const { activeElement } = document;
    if (!(activeElement instanceof HTMLInputElement)) button.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Button ref={button} size="small" tone="ghost" className="-ml-2" onClick={onClick}>
      <ChevronLeft className="size-4" strokeWidth={1.75} aria-hidden />
      {label}
    </Button>
  );
}
